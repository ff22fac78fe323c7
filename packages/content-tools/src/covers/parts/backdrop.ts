import { z } from 'zod'
import { type Paint, type Part, wholePart } from '../part.ts'
import { path, rect, skyNames } from '../svg.ts'

/** One color and a lighter panel, as on a kite. */
export const sky: Part = wholePart({ kind: z.enum(skyNames).default('day') }, (_, { sky }) =>
  [rect(0, 0, 640, 400, 0, sky.back), path('M0 0H430L0 400Z', sky.facet)].join(''),
)

const groundNames = ['hills', 'meadow', 'sea', 'desk', 'floor', 'city'] as const

function city({ sky }: Paint): string {
  const far =
    'M0 270H40V210H96V250H130V180H190V270H250V226H300V270H360V196H414V240H452V170H516V260H560V214H606V250H640V400H0Z'
  const windows = [62, 150, 166, 380, 474, 494].map((x, index) => rect(x, 216 + (index % 3) * 14, 9, 12, 2, sky.facet))
  return [path(far, sky.far), ...windows, rect(0, 330, 640, 70, 0, sky.near)].join('')
}

const grounds: Record<(typeof groundNames)[number], (paint: Paint) => string> = {
  hills: ({ sky }) =>
    path('M0 292C110 222 210 236 330 290S540 250 640 218V400H0Z', sky.far) +
    path('M0 336C130 306 240 346 360 330S560 282 640 318V400H0Z', sky.near),
  meadow: ({ sky }) =>
    path('M0 300C180 268 420 268 640 306V400H0Z', sky.far) + path('M0 344C200 320 440 322 640 350V400H0Z', sky.near),
  sea: ({ sky }) =>
    path(
      'M0 290q20-14 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V400H0Z',
      sky.top,
    ) +
    path(
      'M-20 338q20-14 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V400H-20Z',
      sky.edge,
    ),
  desk: ({ sky }) => rect(0, 312, 640, 88, 0, sky.top) + rect(0, 352, 640, 48, 0, sky.edge),
  floor: ({ sky }) => path('M0 322H640V400H0Z', sky.top) + path('M0 322H640L560 400H80Z', sky.edge),
  city,
}

/** The lower third. */
export const ground: Part = wholePart({ kind: z.enum(groundNames).default('hills') }, ({ kind }, paint) =>
  grounds[kind](paint),
)
