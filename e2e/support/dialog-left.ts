import type { Page } from '@playwright/test'

/** Waits until a closed dialog has left its entry of the history: that step would abort a load begun before it. */
export async function dialogLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === undefined)
}
