"""Rewrites the convolutions of Kokoro's generator as products of matrices, with the same results.

ONNX Runtime multiplies matrices of 8-bit integers with the instructions that processors have for them. Its convolution
of such integers does not use these, and takes more than half the time of speech.

Processors without VNNI add pairs of products in 16 bits, which overflow for some weights. In the generator, which has
nine tenths of the operations, that changes a convolution by at most 0.5 % of its signal; outside, one would be noise.
"""

from typing import Any

import numpy
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

GENERATOR = "/decoder/decoder/generator/"
# The end of a slice that takes the rest.
TO_THE_END = 2**62


def with_matrix_products(model: onnx.ModelProto) -> onnx.ModelProto:
    """Replaces each ConvInteger of the generator, of one dimension and step 1, by a product.

    In place; returns the model. The frames that a kernel covers are laid side by side, shape [frames, kernel ×
    channels], and multiplied by the weights.
    """
    graph = model.graph
    products = _Products({one.name: one for one in graph.initializer})
    nodes = [replacement for node in graph.node for replacement in products.of(node)]
    del graph.node[:]
    graph.node.extend(nodes)
    used = {name for node in nodes for name in node.input}
    kept = [one for one in products.arrays.values() if one.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    return model


class _Products:
    """Makes the nodes of products. `arrays`: the constants of the graph by name; new ones are added."""

    def __init__(self, arrays: dict[str, onnx.TensorProto]) -> None:
        self.arrays = arrays

    def of(self, node: onnx.NodeProto) -> list[onnx.NodeProto]:
        """Returns the nodes that replace a convolution; the node itself if it is none that is replaced."""
        if node.op_type != "ConvInteger" or not node.name.startswith(GENERATOR):
            return [node]
        attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
        weights = numpy_helper.to_array(self.arrays[node.input[1]])
        if weights.ndim != 3 or attributes.get("strides", [1]) != [1] or attributes.get("group", 1) != 1:  # noqa: PLR2004
            return [node]
        source, zero = node.input[0], node.input[2]
        [output] = node.output
        made: list[onnx.NodeProto] = []

        def add(kind: str, inputs: list[str], name: str, **options: Any) -> str:
            made.append(helper.make_node(kind, inputs, [name], **options))
            return name

        before, after = attributes.get("pads", [0, 0])
        if (before, after) != (0, 0):
            source = add("Pad", [source, self._numbers(0, 0, before, 0, 0, after), zero], f"{output}_padded")
        flow = add("Transpose", [source], f"{output}_frames", perm=[0, 2, 1])
        kernel = weights.shape[2]
        if kernel > 1:
            [step] = attributes.get("dilations", [1])
            shifted = [
                add("Slice", [flow, *self._range(at * step, (at + 1 - kernel) * step)], f"{output}_{at}")
                for at in range(kernel)
            ]
            flow = add("Concat", shifted, f"{output}_covered", axis=2)
        inputs = [flow, self._matrix(node.input[1], weights), zero, self._zero(node.input[3])]
        flow = add("MatMulInteger", inputs, f"{output}_product")
        add("Transpose", [flow], output, perm=[0, 2, 1])
        return made

    def _constant(self, name: str, array: NDArray[Any]) -> str:
        """Adds an array unless it exists, and returns its name."""
        if name not in self.arrays:
            self.arrays[name] = numpy_helper.from_array(numpy.ascontiguousarray(array), name)
        return name

    def _numbers(self, *numbers: int) -> str:
        return self._constant(f"numbers_{'_'.join(map(str, numbers))}", numpy.array(numbers, numpy.int64))

    def _range(self, start: int, end: int) -> list[str]:
        """Returns the inputs of a slice of frames; `end` counts from the end of the frames."""
        return [self._numbers(start), self._numbers(end or TO_THE_END), self._numbers(1)]

    def _matrix(self, name: str, weights: NDArray[Any]) -> str:
        """Returns the weights as a matrix, shape [kernel × channels, outputs]."""
        return self._constant(f"{name}_matrix", _signed(weights).transpose(2, 1, 0).reshape(-1, len(weights)))

    def _zero(self, name: str) -> str:
        """Returns the zero point of signed weights."""
        return self._constant(f"{name}_signed", _signed(numpy_helper.to_array(self.arrays[name])))


def _signed(array: NDArray[Any]) -> NDArray[Any]:
    """Returns 8-bit integers that are less by 128: processors multiply unsigned by signed ones."""
    return (array.astype(numpy.int16) - 128).astype(numpy.int8)
