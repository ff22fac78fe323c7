import type { z } from 'zod'
import type { EndpointName, Endpoints } from './endpoints.ts'

/** What a handler receives. */
export type Input<N extends EndpointName> = {
  params: z.output<Endpoints[N]['params']>
  query: z.output<Endpoints[N]['query']>
  body: Endpoints[N]['body'] extends z.ZodType ? z.output<Endpoints[N]['body']> : null
}

/** What a handler returns and a client receives. */
export type Answer<N extends EndpointName> = z.output<Endpoints[N]['answer']>

/** Every call by "METHOD /path", so that clients are typed without shipping the table. */
export type Calls = {
  [N in EndpointName as `${Endpoints[N]['method']} ${Endpoints[N]['path']}`]: {
    name: N
    params: z.input<Endpoints[N]['params']>
    query: z.input<Endpoints[N]['query']>
    body: Endpoints[N]['body'] extends z.ZodType ? z.input<Endpoints[N]['body']> : undefined
    answer: Answer<N>
  }
}
