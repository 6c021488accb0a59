"""The type of audio in this package."""

import numpy
from numpy.typing import NDArray

# Samples, full scale at 1: one dimension for mono, [samples, channels] otherwise.
Audio = NDArray[numpy.float32]
