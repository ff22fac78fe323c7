/** What a test does with a browser of any engine, in the terms of WebDriver. */
export type Driver<Element = unknown> = {
  /** Begins to load an address. What is there when it resolves depends on the engine. */
  open: (address: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  address: () => Promise<string>
  /** Runs the body of a function in the page. @returns what it returns, as JSON */
  run: (body: string) => Promise<unknown>
  /** Like `run`, for an element of the page; null if there is none. */
  find: (body: string) => Promise<Element | null>
  /** A real click in the middle of the element. */
  click: (element: Element) => Promise<void>
  /** Real keys into the focused element. */
  type: (text: string) => Promise<void>
  press: (key: 'Enter' | 'Tab' | 'Escape') => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Uncaught errors of the page since it was opened, if the engine tells. */
  errors: () => string[]
  close: () => Promise<void>
}

/** A running browser. Each visit has a cache and a storage of its own, as in a browser that has never been here. */
export type Engine = {
  visit: () => Promise<Driver>
  close: () => Promise<void>
}
