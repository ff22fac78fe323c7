/** Without progress for this long, a screen says so and offers to try again (docs/product.md R116). Milliseconds. */
export const slowAfterMs = 10_000
