/**
 * Keeps the results of a pure function by key: the same few tasks are read for every prompt. Forgets all of them when
 * `most` are kept, so that memory stays bounded.
 */
export function remember<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = make()
    if (kept.size >= most) kept.clear()
    kept.set(key, value)
    return value
  }
}
