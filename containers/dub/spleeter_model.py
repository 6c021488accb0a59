"""Builds the network of Spleeter for one stem as an ONNX model, from its trained arrays.

Source: R. Hennequin et al., Spleeter: a fast and efficient music source separation tool with pre-trained models (2020).
The input is magnitudes, shape [windows, 2 channels, 512 frames, 1024 bins]; the output are those of the stem.
"""

from collections.abc import Mapping

import numpy
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Arrays = Mapping[str, NDArray[numpy.float32]]

DEPTH = 6
# The strided layers keep the sizes of TensorFlow: one sample before, two after.
PADS = [1, 1, 2, 2]
EPSILON = 1e-3
OPSET = 17


class _Network:
    """The nodes and weights of a graph under construction."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, kind: str, inputs: list[str], output: str, **attributes: object) -> str:
        """Adds a node and returns the name of its output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def weight(self, name: str) -> str:
        """Adds trained weights and returns their name."""
        self.weights.append(numpy_helper.from_array(numpy.ascontiguousarray(self.arrays[name]), name))
        return name

    def layer(self, kind: str, source: str, name: str, output: str, **attributes: object) -> str:
        """Adds a convolution with its weights and bias."""
        inputs = [source, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add(kind, inputs, output, **attributes)

    def normalize(self, source: str, name: str, output: str) -> str:
        """Adds a normalization with its trained statistics."""
        fields = ("weight", "bias", "running_mean", "running_var")
        inputs = [source, *(self.weight(f"{name}.{field}") for field in fields)]
        return self.add("BatchNormalization", inputs, output, epsilon=EPSILON)


def build_model(arrays: Arrays) -> onnx.ModelProto:
    """Returns the model of one stem."""
    network = _Network(arrays)
    strided = {"kernel_shape": [5, 5], "strides": [2, 2], "pads": PADS}
    skips = []
    flow = "magnitudes"
    for depth in range(1, DEPTH + 1):
        flow = network.layer("Conv", flow, f"down{depth}_conv.1", f"down{depth}", **strided)
        # The skipped connection, and the deepest layer, are not normalized.
        skips.append(flow)
        if depth < DEPTH:
            flow = network.normalize(flow, f"down{depth}_act.0", f"down{depth}_normal")
            flow = network.add("LeakyRelu", [flow], f"down{depth}_active", alpha=0.2)
    for depth in range(1, DEPTH + 1):
        if depth > 1:
            flow = network.add("Concat", [skips[DEPTH - depth], flow], f"up{depth}_input", axis=1)
        flow = network.layer("ConvTranspose", flow, f"up{depth}.0", f"up{depth}", **strided, output_padding=[0, 0])
        flow = network.add("Relu", [flow], f"up{depth}_active")
        flow = network.normalize(flow, f"up{depth}.3", f"up{depth}_normal")
    last = {"kernel_shape": [4, 4], "dilations": [2, 2], "pads": [3, 3, 3, 3]}
    flow = network.add("Sigmoid", [network.layer("Conv", flow, "up7.0", "up7", **last)], "mask")
    network.add("Mul", [flow, "magnitudes"], "stem")
    shape = ["windows", 2, 512, 1024]
    graph = helper.make_graph(
        network.nodes,
        "spleeter",
        [helper.make_tensor_value_info("magnitudes", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("stem", TensorProto.FLOAT, shape)],
        network.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model
