import frame from './quiz-frame.module.css'
import styles from './quiz-pictures.module.css'

/** The icon of an answer, by its ID; decorative. Drawn on a 24 × 24 grid with a 2 px round stroke. */
export function OptionIcon({ option }: { option: string }) {
  const level = levels.get(option)
  const minutes = clocks.get(option)
  return (
    <span className={frame.icon} aria-hidden="true">
      <svg className={styles.icon} viewBox="0 0 24 24" focusable="false">
        {level !== undefined && <Level filled={level} />}
        {minutes !== undefined && <Clock minutes={minutes} />}
        {level === undefined && minutes === undefined && <path d={paths[nameOf.get(option) ?? 'spark']} />}
      </svg>
    </span>
  )
}

/** How often: of four bars. */
const levels = new Map(
  Object.entries({ never: 0, tried: 1, monthly: 2, some: 2, weekly: 3, most: 3, daily: 4, helps: 4 }),
)
const bars = [
  [5, 15],
  [9.67, 12],
  [14.33, 9],
  [19, 5.5],
] as const

const Level = ({ filled }: { filled: number }) =>
  bars.map(([x, y], index) => (
    <path key={x} className={index < filled ? undefined : styles.faint} strokeWidth="3" d={`M${x} 19V${y}`} />
  ))

const clocks = new Map(Object.entries({ five: 5, ten: 10, fifteen: 15, twenty: 20 }))

/** A clock face with the minutes as a filled piece. */
const Clock = ({ minutes }: { minutes: number }) => {
  const angle = (minutes / 60) * 2 * Math.PI
  const [x, y] = [12 + 6 * Math.sin(angle), 12 - 6 * Math.cos(angle)].map((value) => value.toFixed(2))
  return (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path className={styles.filled} d={`M12 12V6A6 6 0 0 1 ${x} ${y}z`} />
    </>
  )
}

const face = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9.7v.01M15 9.7v.01'

const paths = {
  bag: 'M4.5 8h15v11h-15zM9 8V5h6v3M4.5 13h15',
  bolt: 'M13 3L5 13.5h6L10.5 21 19 10h-6.5z',
  book: 'M12 6.5c-2-1.7-4.7-2.2-8-2V18c3.3-.2 6 .3 8 2 2-1.7 4.7-2.2 8-2V4.5c-3.3-.2-6 .3-8 2zM12 6.5V20',
  brush: 'M13 7l4 4-6.5 6.5-4-4zM13 7l4-4 4 4-4 4M6.5 13.5c-2.5 1-2 4-3.5 6 3 1 6 .5 7.5-2',
  bubble: 'M4 5h16v11h-9L6.5 20v-4H4z',
  bubbleLines: 'M4 4.5h16v12h-9l-4.5 4v-4H4zM8 8.7h8M8 12.5h5',
  bulb: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v.1h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z',
  cap: 'M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5V16c3 2.5 8 2.5 11 0v-4.5M21.5 9.5V15',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  compare: 'M4 5h6.5v14H4zM13.5 5H20v14h-6.5zM6.5 9h1.5M16 9h1.5M6.5 13h1.5M16 13h1.5',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  cross: 'M6 6l12 12M18 6L6 18',
  curious: `${face}M10.5 15.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0z`,
  eye: 'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM12 5.5V3M12 21v-2.5M18.5 12H21M3 12h2.5M16.6 7.4l1.8-1.8M5.6 18.4l1.8-1.8M16.6 16.6l1.8 1.8M5.6 5.6l1.8 1.8',
  home: 'M4 11.5L12 4l8 7.5M6.5 9.5V20h11V9.5M10 20v-5.5h4V20',
  hourglass: 'M7 3.5h10M7 20.5h10M8 3.5c0 5 4 5 4 8.5s-4 3.5-4 8.5M16 3.5c0 5-4 5-4 8.5s4 3.5 4 8.5',
  keys: 'M3.5 6.5h17v11h-17zM7 10v.01M10.3 10v.01M13.7 10v.01M17 10v.01M8.5 14h7',
  letter: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.01M4.5 12v.01M4.5 17.5v.01',
  lock: 'M5.5 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3',
  loop: 'M4 12a8 8 0 0 1 13.9-5.4L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.9 5.4L4 15.5M4 20v-4.5h4.5',
  nervous: `${face}M8.5 15.5c1.2-1.5 2.3-1.5 3.5 0s2.3 1.5 3.5 0`,
  page: 'M6 3.5h8L18.5 8v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6',
  pencil: 'M4 20l1-4.5L16 4.5a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L8.5 19zM14 6.5l3.5 3.5',
  people:
    'M9 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5M16 6a2.8 2.8 0 0 1 0 5.5M17.5 14.7c1.8.6 2.7 2 3 4.3',
  phone: 'M6 4h3.5L11 8.5l-2 1.5c1 2.2 2.8 4 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2 2C10.5 20 4 13.5 4 6a2 2 0 0 1 2-2z',
  picture: 'M4 5h16v14H4zM4 16.5l5-5 4 4 2.5-2.5 4.5 4M15.5 9v.01',
  question: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.6a2.5 2.5 0 1 1 3.7 2.2c-.8.4-1.2.9-1.2 1.9M12 16.7v.01',
  restart: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  rise: 'M4 18l6-6 3.5 3.5L20 8M20 13V8h-5',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4.5 4.5',
  send: 'M21 3.5L3.5 10.5l7 3 3 7zM10.5 13.5L21 3.5',
  shield: 'M12 3l7.5 2.5V11c0 5-3 8.5-7.5 10-4.5-1.5-7.5-5-7.5-10V5.5zM8.5 12l2.5 2.5 4.5-5',
  sign: 'M12 3v18M12 5h6.5L21 7.5 18.5 10H12M12 12H5.5L3 14.5 5.5 17H12',
  skeptical: `${face}M9 15.5h6M7.5 7.5l3 .8`,
  sliders: 'M4 7.5h8M18 7.5h2M15 5v5M4 16.5h2M12 16.5h8M9 14v5',
  smile: `${face}M8.5 14c1.7 2.3 5.3 2.3 7 0`,
  spark: 'M12 3.5l2 6.5 6.5 2-6.5 2-2 6.5-2-6.5L3.5 12l6.5-2z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  warning:
    'M12 9v4.5M12 17v.01M10.6 4.3L2.9 17.5A1.6 1.6 0 0 0 4.3 20h15.4a1.6 1.6 0 0 0 1.4-2.5L13.4 4.3a1.6 1.6 0 0 0-2.8 0z',
} as const

type IconName = keyof typeof paths

/** Option IDs of all quizzes by icon; an ID without an icon gets the spark. */
const optionsOf: Partial<Record<IconName, string>> = {
  bag: 'job replaced',
  bolt: 'keen',
  book: 'reading',
  brush: 'making creating',
  bubble: 'polite',
  bubbleLines: 'details followUp',
  bulb: 'basics starting',
  cap: 'school learning training',
  check: 'yes',
  compare: 'compare checked',
  copy: 'example template',
  cross: 'giveUp leaveIt no noneYet',
  curious: 'curious',
  eye: 'skim',
  flag: 'ownBoss',
  gear: 'technical',
  home: 'home',
  hourglass: 'late time',
  keys: 'keywords',
  letter: 'mails',
  list: 'asIs',
  lock: 'private data secrets noNames',
  loop: 'askAgain repeat routine repeating',
  nervous: 'nervous',
  page: 'reports',
  pencil: 'writing own notes',
  people: 'meetings colleagues',
  phone: 'callIt',
  picture: 'posts',
  question: 'unsure askFirst',
  restart: 'restart',
  rise: 'improved',
  search: 'facts',
  send: 'send',
  shield: 'trusting',
  sign: 'deciding',
  skeptical: 'sceptical',
  sliders: 'change tone',
  smile: 'nothing',
  table: 'figures',
  warning: 'mistakes',
}

const nameOf = new Map(
  (Object.keys(paths) as IconName[]).flatMap((name) =>
    (optionsOf[name] ?? '').split(' ').map((option) => [option, name]),
  ),
)
