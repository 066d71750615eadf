// Lengths for style attributes.
export const px = (length: number): string => `${length}px`;
