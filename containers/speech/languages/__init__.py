"""Languages and their writing: detection, prompts, scripts, sentence ends, pronunciation."""
