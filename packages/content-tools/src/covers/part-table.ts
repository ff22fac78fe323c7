import type { Part } from './part.ts'
import { cloud, kite, stars, steps, string, sun, wind } from './parts/air.ts'
import { ground, sky } from './parts/backdrop.ts'
import { clock, compass, cup, gear, magnifier, pencil, puzzle, ruler, trafficlight } from './parts/desk-things.ts'
import { backpack, basket, gift, key, lock, mask, shield, umbrella } from './parts/kept-things.ts'
import { card, chart, checklist, document, photo, table } from './parts/paper.ts'
import { machine, person } from './parts/people.ts'
import { door, flag, house, plant, tree } from './parts/places.ts'
import { book, envelope, postcard } from './parts/post.ts'
import { blanks, bubble, phone, scissors, tangle, tiles } from './parts/talk.ts'

/** Every part a scene can use. content/README.md lists them for authors. */
export const parts: ReadonlyMap<string, Part> = new Map(
  Object.entries({
    sky,
    ground,
    sun,
    cloud,
    wind,
    stars,
    kite,
    string,
    steps,
    bubble,
    blanks,
    tiles,
    phone,
    scissors,
    tangle,
    card,
    document,
    checklist,
    table,
    chart,
    photo,
    envelope,
    postcard,
    book,
    person,
    machine,
    house,
    door,
    tree,
    plant,
    flag,
    trafficlight,
    magnifier,
    pencil,
    ruler,
    cup,
    clock,
    gear,
    puzzle,
    compass,
    key,
    lock,
    shield,
    mask,
    gift,
    umbrella,
    backpack,
    basket,
  }),
)
