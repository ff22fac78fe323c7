/** "for example photosynthesis": what follows is a suggestion, not a given. */
export const forExample =
  /(for example|e\.g\.|such as|por ejemplo|por exemplo|par exemple|mesela|örneğin|наприклад|예를 들어|例えば)[^,.;:]*/giu
