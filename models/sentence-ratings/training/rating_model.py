"""The rating model in PyTorch: read from, and written to, model.onnx."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

WIDTH = 384
HEADS = 12
LAYERS = 6
HEAD_WIDTH = 256
# Matrices of the graph by number: six per layer in the order of LAYER_MATRICES, then the two of the head.
FIRST_MATRIX = 489
HEAD_MATRICES = (537, 538)
LAYER_MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)


class Layer(nn.Module):
    """A layer of BERT (Devlin et al. 2018) with the names of its parameters in multilingual-e5-small."""

    def __init__(self) -> None:
        super().__init__()
        sizes = dict.fromkeys(LAYER_MATRICES, (WIDTH, WIDTH))
        sizes |= {"intermediate.dense": (WIDTH, 4 * WIDTH), "output.dense": (4 * WIDTH, WIDTH)}
        self.dense = nn.ModuleDict({key(name): nn.Linear(*size) for name, size in sizes.items()})
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2)])

    def forward(self, x: Tensor, mask: Tensor, dropout: float) -> Tensor:
        """Read x (windows × tokens × WIDTH); mask (windows × 1 × 1 × tokens) is true at tokens."""
        heads = [self.dense[key(name)](x).unflatten(-1, (HEADS, -1)).transpose(1, 2) for name in LAYER_MATRICES[:3]]
        read = functional.scaled_dot_product_attention(*heads, attn_mask=mask).transpose(1, 2).flatten(2)
        x = self.norms[0](x + self._drop(self.dense[key("attention.output.dense")](read), dropout))
        inner = functional.gelu(self.dense[key("intermediate.dense")](x))
        return self.norms[1](x + self._drop(self.dense[key("output.dense")](inner), dropout))

    def _drop(self, x: Tensor, dropout: float) -> Tensor:
        return functional.dropout(x, dropout, self.training)


def key(name: str) -> str:
    """Name of a matrix as a key of a ModuleDict, which must not have dots."""
    return name.replace(".", "_")


class RatingModel(nn.Module):
    """Rates the sentences of windows (models/sentence-ratings/README.md)."""

    def __init__(self, file: Path, outputs: int) -> None:
        """Read the weights of a file; outputs that it does not have yet begin with weights of 0."""
        super().__init__()
        self.file = file
        values = {one.name: numpy_helper.to_array(one) for one in onnx.load(file).graph.initializer}
        low, high = values["packed"] & 15, values["packed"] >> 4
        nibbles = np.concatenate([low.reshape(-1, 12, 16), high.reshape(-1, 12, 16)], axis=-1)
        scales = values["scale"].astype(np.float32)[:, :, None]
        self.embeddings = torch.from_numpy(((nibbles.astype(np.float32) - 8) * scales).reshape(-1, WIDTH))
        self.positions = nn.Parameter(torch.from_numpy(values["pos"].copy()))
        self.embedding_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        self.hidden = nn.Linear(3 * WIDTH + 1, HEAD_WIDTH)
        self.output = nn.Linear(HEAD_WIDTH, outputs)
        for name, parameter in vectors(self):
            with torch.no_grad():
                parameter.zero_()
                value = torch.from_numpy(values[name].copy())
                parameter[: len(value)] = value
        for number, dense in matrices(self):
            quantized = values[f"onnx::MatMul_{number}_quantized"].astype(np.float32)
            weight = torch.from_numpy((quantized * values[f"onnx::MatMul_{number}_scale"]).T.copy())
            with torch.no_grad():
                dense.weight.zero_()
                dense.weight[: len(weight)] = weight

    def forward(self, ids: Tensor, pool: Tensor, count: Tensor, dropout: float = 0.0) -> Tensor:
        """Rate windows: ids (windows × tokens, 1 beyond the end), pool (× sentences × tokens), count (× sentences).

        Returns windows × sentences × outputs.
        """
        mask = (ids != 1)[:, None, None, :]
        x = functional.embedding(ids, self.embeddings) + self.positions[: ids.shape[1]]
        x = self.embedding_norm(x)
        for layer in self.layers:
            x = layer(x, mask, dropout)
        own = self.norm(pool.to(x.dtype) @ x)
        none = torch.zeros_like(own[:, :1])
        previous, following = torch.cat([none, own[:, :-1]], 1), torch.cat([own[:, 1:], none], 1)
        size = (count.clamp(min=1).log() - 3)[..., None]
        features = torch.cat([previous, own, following, size.to(own.dtype)], -1)
        return self.output(functional.dropout(functional.gelu(self.hidden(features)), dropout, self.training))

    def save(self, file: Path) -> None:
        """Write the weights in 8 bits, with a scale for each column; embeddings are as they were."""
        model = onnx.load(self.file)
        values = {one.name: one for one in model.graph.initializer}
        new = {name: parameter.detach().numpy() for name, parameter in vectors(self)}
        new["pos"] = self.positions.detach().numpy()
        for number, dense in matrices(self):
            weight = dense.weight.detach().numpy().T
            scale = (np.abs(weight).max(axis=0) / 127 + 1e-12).astype(np.float32)
            name = f"onnx::MatMul_{number}"
            new[f"{name}_scale"] = scale
            new[f"{name}_zero_point"] = np.zeros(len(scale), np.int8)
            new[f"{name}_quantized"] = np.round(weight / scale).astype(np.int8)
        for name, value in new.items():
            values[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))
        del model.graph.value_info[:]
        model.graph.output[0].type.tensor_type.shape.dim[2].dim_value = self.output.out_features
        onnx.save(model, file)


def matrices(model: RatingModel) -> list[tuple[int, nn.Linear]]:
    """The linear layers with the numbers of their matrices in the graph."""
    encoder = [layer.dense[key(name)] for layer in model.layers for name in LAYER_MATRICES]
    numbers = [FIRST_MATRIX + at for at in range(len(encoder))]
    return list(zip([*numbers, *HEAD_MATRICES], [*encoder, model.hidden, model.output], strict=True))


def vectors(model: RatingModel) -> list[tuple[str, nn.Parameter]]:
    """The vectors of the model with their names in the graph."""
    found = [("eln.weight", model.embedding_norm.weight), ("eln.bias", model.embedding_norm.bias)]
    for at, layer in enumerate(model.layers):
        found += [(f"layers.{at}.{name}.bias", layer.dense[key(name)].bias) for name in LAYER_MATRICES]
        for name, norm in zip(("attention.output", "output"), layer.norms, strict=True):
            found += [
                (f"layers.{at}.{name}.LayerNorm.weight", norm.weight),
                (f"layers.{at}.{name}.LayerNorm.bias", norm.bias),
            ]
    found += [("norm.weight", model.norm.weight), ("norm.bias", model.norm.bias)]
    return [*found, ("h1.bias", model.hidden.bias), ("h2.bias", model.output.bias)]
