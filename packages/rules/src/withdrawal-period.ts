/**
 * Until when a consumer in the European Union may withdraw from a contract: 14 days, the day of the contract not counted and the last
 * one whole. 15 times 24 hours from the contract reach the end of that day in every time zone, a few hours more than the law asks for.
 * Source: product spec §9; Directive 2011/83/EU, article 9.
 */
const wholeDays = 15

/** @param contractAt Unix seconds at which the trial or, without one, the paid time began */
export const withdrawalEnds = (contractAt: number): number => contractAt + wholeDays * 86_400
