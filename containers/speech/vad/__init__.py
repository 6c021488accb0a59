"""Voice activity detection: where a track holds speech, quiet speech, fillers and other audible parts."""
