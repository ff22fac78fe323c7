import { expect, it } from 'vitest'
import { useAppSettings } from './quiz-header.tsx'

it("stores the drawer's open state under app-storage, version 1, and starts closed", () => {
  expect(useAppSettings.getState()).toEqual({ isDrawerMenuOpen: false })
  useAppSettings.setState({ isDrawerMenuOpen: true })
  expect(JSON.parse(localStorage.getItem('app-storage') ?? '')).toEqual({
    state: { isDrawerMenuOpen: true },
    version: 1,
  })
  useAppSettings.setState({ isDrawerMenuOpen: false })
})
