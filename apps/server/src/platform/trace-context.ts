import type { Context } from '../context.ts'
import { idsOf, type Span, traceCalls } from '../telemetry/signals.ts'

/** The context of a request or job that is recorded: its statements, calls and log lines are parts of `span`. */
export function traceContext(context: Context, span: Span): Context {
  const { log: _log, judge: _judge, payments: _payments, mailer: _mailer, pushSender: _pushSender, ...rest } = context
  return Object.assign(new WrappedOnUse(context, span), rest, { span, db: context.db.traced(span) })
}

/** A class: getters of an object's own would make each object a kind of its own to the engine, for all code that reads it. */
class WrappedOnUse {
  readonly #context: Context
  readonly #span: Span

  constructor(context: Context, span: Span) {
    this.#context = context
    this.#span = span
  }

  get log(): Context['log'] {
    return this.#context.log.child(idsOf(this.#span))
  }

  get judge(): Context['judge'] {
    return traceCalls(this.#context.judge, 'judge', this.#span)
  }

  get payments(): Context['payments'] {
    return traceCalls(this.#context.payments, 'payments', this.#span)
  }

  get mailer(): Context['mailer'] {
    return traceCalls(this.#context.mailer, 'mail', this.#span)
  }

  get pushSender(): Context['pushSender'] {
    return traceCalls(this.#context.pushSender, 'push', this.#span)
  }
}
