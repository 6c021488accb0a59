"""Translates sentences on this machine with the models of Firefox Translations."""
