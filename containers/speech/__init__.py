"""Speech recognition: from a media file to timed words.

Modules import downwards only: errors and runtime; audio, languages; vad; timing; decode; recognizer; task. Importing
the package sets up threads and memory, because numpy and the engine read those settings once, when they load.
"""

from speech.runtime import configure_process

configure_process()
