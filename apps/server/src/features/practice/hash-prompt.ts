import { createHash } from 'node:crypto'

/** What a prompt is known by: the SHA-256 of its text without the space around it. */
export const hashPrompt = (prompt: string): Buffer => createHash('sha256').update(prompt.trim()).digest()
