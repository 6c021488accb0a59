"""Convolutions as products of matrices. Requires the packages of the dub: test/optional/dub.test.ts runs it."""

import unittest
from typing import Any

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from dub.kokoro_model import GENERATOR, with_matrix_products

CHANNELS, OUTPUTS, FRAMES = 6, 5, 23


def a_convolution(kernel: int, name: str = f"{GENERATOR}conv", **attributes: Any) -> onnx.ModelProto:
    """Returns a model of one convolution of 8-bit integers."""
    random = numpy.random.default_rng(kernel)
    weights = random.integers(0, 256, (OUTPUTS, CHANNELS, kernel), numpy.uint8)
    zeros = {"zero": numpy.uint8(120), "weights_zero": numpy.uint8(131)}
    node = helper.make_node("ConvInteger", ["x", "weights", "zero", "weights_zero"], ["y"], name, **attributes)
    graph = helper.make_graph(
        [node],
        "convolution",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [1, CHANNELS, "frames"])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [1, OUTPUTS, "results"])],
        [
            numpy_helper.from_array(weights, "weights"),
            *(numpy_helper.from_array(numpy.array(value), name) for name, value in zeros.items()),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def run(model: onnx.ModelProto) -> Any:
    """Returns the result for a fixed input."""
    x = numpy.random.default_rng(0).integers(0, 256, (1, CHANNELS, FRAMES), numpy.uint8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": x})[0]


class MatrixProducts(unittest.TestCase):
    def test_give_the_results_of_the_convolutions(self) -> None:
        for kernel, attributes in (
            (1, {}),
            (3, {"pads": [1, 1]}),
            (3, {"pads": [3, 3], "dilations": [3]}),
            (5, {"pads": [2, 1]}),
            (7, {}),
        ):
            expected = run(a_convolution(kernel, **attributes))
            model = with_matrix_products(a_convolution(kernel, **attributes))
            self.assertNotIn("ConvInteger", {node.op_type for node in model.graph.node})
            numpy.testing.assert_array_equal(run(model), expected)

    def test_replace_no_convolutions_with_larger_steps_or_outside_the_generator(self) -> None:
        for convolution in (a_convolution(3, strides=[2]), a_convolution(3, "/encoder/conv")):
            model = with_matrix_products(convolution)
            self.assertEqual([node.op_type for node in model.graph.node], ["ConvInteger"])
            self.assertEqual({one.name for one in model.graph.initializer}, {"weights", "zero", "weights_zero"})


if __name__ == "__main__":
    unittest.main()
