/**
 * A prompt gets 0 to 5 points and passes with more than 3. Source: product spec §4 "Prompt evaluation", §9 "Pass
 * threshold"; whole points only: decisions §7.
 */
export const passThreshold = 3

/** @param score the points as the API sends them, a number written as text; anything else does not pass */
export const isPassingScore = (score: string): boolean => score.trim() !== '' && Number(score) > passThreshold
