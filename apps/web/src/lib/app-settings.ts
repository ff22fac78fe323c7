import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type AppSettings = { isDrawerMenuOpen: boolean }

/** Settings of this browser, kept under the name and version of the product spec §3. */
export const useAppSettings = create<AppSettings>()(
  persist((): AppSettings => ({ isDrawerMenuOpen: false }), { name: 'app-storage', version: 1 }),
)
