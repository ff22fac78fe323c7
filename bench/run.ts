import { measureLoad } from './load.ts'
import { measureScale } from './scale.ts'

/** `npm run bench`: the load tests. `npm run bench -- --scale[=learners]`: whether costs grow with the number of learners. */
const scale = /^--scale(?:=(\d+))?$/.exec(process.argv[2] ?? '')
const isMet = await (scale ? measureScale(Number(scale[1] ?? 100_000)) : measureLoad())
process.exitCode = isMet ? 0 : 1
