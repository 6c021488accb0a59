/**
 * Maximum length of a URL to import: it travels to the container with a task token of at most 2,048 characters, in overrides of
 * 8,192 characters in all. Source: ECS API reference, TaskOverride.
 */
export const maxSourceUrlLength = 4096;
