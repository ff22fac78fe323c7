import { createContext, type ReactNode } from 'react'

/** Draws the n-th practice of the fragment, counted from 1. A context, so that the Markdown around it need not be made anew. */
export const PracticeSlots = createContext<(number: number) => ReactNode>(() => null)
