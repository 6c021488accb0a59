"""Word times: attention weights, forced alignment, and the merge of speakers who overlap."""
