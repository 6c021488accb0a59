"""Train the rating model further with rated documents (models/sentence-ratings/README.md).

Run as: python train.py ../model.onnx ../tokenizer.json DOCUMENTS OUTPUT --minutes 72 --hold 1003,1010
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from documents import OUTPUTS, Document, batch_of, random_windows, read_documents, windows_of
from rating_model import RatingModel
from tokenizers import Tokenizer
from torch import Tensor, nn

BATCH = 4
RATE, HEAD_RATE = 1e-4, 3e-4
WEIGHT_DECAY = 0.01
DROPOUT = 0.05
WARM_UP_STEPS = 60
# Share of the time after which the learning rate falls to zero.
CONSTANT_SHARE = 0.25
REPORT_STEPS = 150
MIN_RATINGS = 3


def rate(
    model: RatingModel, batch: tuple[Tensor, Tensor, Tensor, Tensor], dropout: float = 0.0
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the ratings of a batch, what they should be, and which of these are known."""
    ids, pool, count, ratings = batch
    with torch.autocast("cpu", torch.bfloat16):
        rated = model(ids, pool, count, dropout).float()
    return rated, ratings, ~ratings.isnan()


def correlations(model: RatingModel, documents: list[Document]) -> str:
    """Mean correlation within a document of each output with its ratings."""
    model.eval()
    found: list[list[float]] = [[] for _ in range(OUTPUTS)]
    for document in documents:
        with torch.no_grad():
            results = [rate(model, batch_of([window])) for window in windows_of(document)]
        for output in range(OUTPUTS):
            pairs = [
                torch.stack([rated[known[..., output], output], ratings[known[..., output], output]])
                for rated, ratings, known in results
            ]
            both = torch.cat(pairs, dim=1)
            if both.shape[1] >= MIN_RATINGS and both.std(dim=1).min() > 0:
                found[output].append(torch.corrcoef(both)[0, 1].item())
    model.train()
    return " ".join(f"{np.mean(one):.3f}" if one else "-" for one in found)


def train(model: RatingModel, documents: list[Document], held: list[Document], minutes: float) -> None:
    """Minimize the squared error of the ratings for some minutes."""
    head = nn.ModuleList([model.norm, model.hidden, model.output])
    ids = {id(parameter) for parameter in head.parameters()}
    encoder = [parameter for parameter in model.parameters() if id(parameter) not in ids]
    groups = [{"params": encoder, "lr": RATE}, {"params": list(head.parameters()), "lr": HEAD_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)
    began, step = time.monotonic(), 0
    batches = random_windows(documents, BATCH)
    while (share := (time.monotonic() - began) / 60 / minutes) < 1:
        batches = batches or random_windows(documents, BATCH)
        factor = min(1, step / WARM_UP_STEPS, (1 - share) / (1 - CONSTANT_SHARE))
        for group, base in zip(optimizer.param_groups, (RATE, HEAD_RATE), strict=True):
            group["lr"] = base * factor
        rated, ratings, known = rate(model, batch_of(batches.pop()), DROPOUT)
        if known.sum() < MIN_RATINGS:
            continue
        loss = (rated[known] - ratings[known]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % REPORT_STEPS == 0:
            print(f"{share:.2f} step {step} loss {loss.item():.3f} held {correlations(model, held)}", flush=True)


def main() -> None:
    """Train the model that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "tokenizer", "documents", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--hold", default="", help="names of passages that are not used, separated by commas")
    options = parser.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    documents = read_documents(options.documents, Tokenizer.from_file(str(options.tokenizer)))
    names = set(options.hold.split(","))
    held = [document for document in documents if document.name in names]
    model = RatingModel(options.model, OUTPUTS)
    train(model, [document for document in documents if document.name not in names], held, options.minutes)
    print("held", correlations(model, held))
    model.save(options.output)


if __name__ == "__main__":
    main()
