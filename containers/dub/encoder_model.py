"""Builds the speaker encoder of Resemblyzer as an ONNX model, from its trained arrays.

Source: L. Wan et al., Generalized end-to-end loss for speaker verification (2018). The input are mel spectra, shape
[160 frames, windows, 40 channels]; the output are embeddings of length 1, shape [windows, 256].
"""

import numpy
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS = 3
HIDDEN = 256
OPSET = 17


def build_encoder(arrays: dict[str, NDArray[numpy.float32]]) -> onnx.ModelProto:
    """Returns the model."""
    weights: dict[str, NDArray[numpy.float32]] = {}
    nodes = []
    flow = "mel"
    for layer in range(LAYERS):
        names = {kind: f"{kind}{layer}" for kind in ("W", "R", "B", "all", "last", "flow")}
        weights[names["W"]] = _gates(arrays[f"lstm.weight_ih_l{layer}"])[numpy.newaxis]
        weights[names["R"]] = _gates(arrays[f"lstm.weight_hh_l{layer}"])[numpy.newaxis]
        biases = [_gates(arrays[f"lstm.bias_{kind}_l{layer}"]) for kind in ("ih", "hh")]
        weights[names["B"]] = numpy.concatenate(biases)[numpy.newaxis]
        inputs = [flow, names["W"], names["R"], names["B"]]
        nodes.append(helper.make_node("LSTM", inputs, [names["all"], names["last"]], hidden_size=HIDDEN))
        nodes.append(helper.make_node("Squeeze", [names["all"], "direction"], [names["flow"]]))
        flow = names["flow"]
    weights["linear"] = arrays["linear.weight"].T.copy()
    weights["bias"] = arrays["linear.bias"]
    nodes += [
        helper.make_node("Squeeze", [f"last{LAYERS - 1}", "first"], ["hidden"]),
        helper.make_node("MatMul", ["hidden", "linear"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["positive"]),
        helper.make_node("LpNormalization", ["positive"], ["embedding"], axis=1, p=2),
    ]
    axes = {"direction": numpy.array([1]), "first": numpy.array([0])}
    graph = helper.make_graph(
        nodes,
        "speaker-encoder",
        [helper.make_tensor_value_info("mel", TensorProto.FLOAT, [160, "windows", 40])],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["windows", HIDDEN])],
        [numpy_helper.from_array(array, name) for name, array in {**weights, **axes}.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def _gates(array: NDArray[numpy.float32]) -> NDArray[numpy.float32]:
    """Orders the gates as ONNX does (input, output, forget, cell), from PyTorch's (input, forget, cell, output)."""
    entry, forget, cell, output = numpy.split(array, 4)
    return numpy.concatenate([entry, output, forget, cell])
