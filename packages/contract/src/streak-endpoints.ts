import { data, endpoint } from './endpoint.ts'
import { streak } from './streak-entities.ts'

export const streakEndpoints = {
  streak: endpoint({
    method: 'GET',
    path: '/api/product-user/streak',
    answer: data(streak),
    errors: ['unauthorized'],
    summary: "The learner's streak, by the calendar of the zone in the header X-Time-Zone.",
  }),
}
