import { configureGlobal } from 'fast-check'

/** Each mutant runs the random cases again, so they get two seconds instead of their usual number. */
configureGlobal({ interruptAfterTimeLimit: 2_000 })
