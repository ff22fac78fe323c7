import { useEffect, useState } from 'react'

/** A value that has stayed the same for so many milliseconds: what screen readers are told while somebody types. */
export const useSettled = <Value>(value: Value, milliseconds: number): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
