/** Memoizes a function: by string for the life of the process, by object for the life of the object. */
export function remember<Key extends string | object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const ofTexts = new Map<unknown, Value>()
  const ofObjects = new WeakMap<object, Value>()
  return (key) => {
    const known = typeof key === 'object' ? ofObjects.get(key) : ofTexts.get(key)
    if (known !== undefined) return known
    const made = make(key)
    if (typeof key === 'object') ofObjects.set(key, made)
    else ofTexts.set(key, made)
    return made
  }
}
