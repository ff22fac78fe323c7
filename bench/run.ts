import { measureComparison } from './compare.ts'
import { measureLoad } from './load.ts'
import { measureScale } from './scale.ts'

/**
 * `npm run bench`: the load tests. `-- --scale[=learners]`: whether costs grow with the number of learners. `-- --compare`: next to
 * other products.
 */
const [option = ''] = process.argv.slice(2)
const scale = /^--scale(?:=(\d+))?$/.exec(option)
if (option === '--compare') await measureComparison()
else if (!(await (scale ? measureScale(Number(scale[1] ?? 100_000)) : measureLoad()))) process.exitCode = 1
