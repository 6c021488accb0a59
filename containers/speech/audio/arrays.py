"""Names for the array types of this package."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

# Audio samples: one dimension, or frames x channels.
Samples: TypeAlias = npt.NDArray[np.int16]
# Samples scaled to -1 to 1, gains, levels and probabilities.
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Bools: TypeAlias = npt.NDArray[np.bool_]
