import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Runs `work` while garbage is collected 20 times a second, so that nothing stays alive by chance. */
export async function collectingGarbage<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(collect, 50)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
