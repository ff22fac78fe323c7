import { useEffect, useReducer, useRef } from 'react'
import { logError } from '../../lib/log-error.ts'
import { withPatience } from './evaluate-prompt.ts'
import type { AnswerEvent, StreamAnswer } from './stream-answer.ts'

type StreamedAnswer = {
  status: 'streaming' | 'done' | 'stopped' | 'failed'
  /** Empty until the server has named it. */
  model: string
  text: string
}

type StreamEvent = AnswerEvent | { type: 'asked' } | { type: 'stopped' }

const beforeStream: StreamedAnswer = { status: 'streaming', model: '', text: '' }

const nextStreamed = (answer: StreamedAnswer, event: StreamEvent): StreamedAnswer => {
  switch (event.type) {
    case 'asked':
      return beforeStream
    case 'model':
      return { ...answer, model: event.model }
    case 'text':
      return { ...answer, text: answer.text + event.text }
    case 'done':
    case 'stopped':
    case 'failed':
      return answer.status === 'streaming' ? { ...answer, status: event.type } : answer
    default:
      return event satisfies never
  }
}

/** A model's answer to a prompt: requested on mount, aborted on unmount. */
export function useStreamedAnswer(prompt: string, stream: StreamAnswer) {
  const [answer, dispatch] = useReducer(nextStreamed, beforeStream)
  const reading = useRef<AbortController>(null)

  const ask = async (): Promise<void> => {
    reading.current?.abort()
    const { signal } = (reading.current = new AbortController())
    dispatch({ type: 'asked' })
    try {
      for await (const event of stream(prompt, withPatience(signal))) if (!signal.aborted) dispatch(event)
      // A stream that ends without a final event was cut off.
      if (!signal.aborted) dispatch({ type: 'failed' })
    } catch (error) {
      if (signal.aborted) return
      logError('Error reading the answer', error)
      dispatch({ type: 'failed' })
    }
  }
  useEffect(() => {
    void ask()
    return () => reading.current?.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- requested once; the prompt is the component's key
  }, [])

  return {
    answer,
    ask: () => void ask(),
    stop: (): void => {
      reading.current?.abort()
      dispatch({ type: 'stopped' })
    },
  }
}
