import type { z } from 'zod'
import type { EndpointName, Endpoints } from './endpoints.ts'
import type { contractEndpoints } from './organization-endpoints.ts'

/** What a handler receives. */
export type Input<N extends EndpointName> = {
  params: z.output<Endpoints[N]['params']>
  query: z.output<Endpoints[N]['query']>
  body: Endpoints[N]['body'] extends z.ZodType ? z.output<Endpoints[N]['body']> : null
}

/** What a handler returns and a client receives. */
export type Answer<N extends EndpointName> = z.output<Endpoints[N]['answer']>

type Declared = Endpoints & typeof contractEndpoints

/** Every call by "METHOD /path", so that clients are typed without shipping the table. */
export type Calls = {
  [N in keyof Declared as `${Declared[N]['method']} ${Declared[N]['path']}`]: {
    name: N
    params: z.input<Declared[N]['params']>
    query: z.input<Declared[N]['query']>
    body: Declared[N]['body'] extends z.ZodType ? z.input<Declared[N]['body']> : undefined
    answer: z.output<Declared[N]['answer']>
  }
}
