/** A font of 5 × 7 dots: one byte per column, lowest bit at the top. Capitals, digits and a few signs. */
const font: Readonly<Record<string, string>> = {
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  '(': '003c420000',
  ')': '00423c0000',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '7249494946',
  '3': '2141494d33',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291e',
  A: '7c1211127c',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e41415173',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f021c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '2649494932',
  T: '03017f0103',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494d43',
}

/** Returns the dots of a line of text as positions from its top left. Missing characters are blank. */
export const dotsOf = (text: string): { readonly x: number; readonly y: number }[] => {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return Array.from(plain).flatMap((letter, index) =>
    Array.from(Buffer.from(font[letter] ?? '', 'hex')).flatMap((column, x) =>
      [0, 1, 2, 3, 4, 5, 6].filter((y) => (column >> y) & 1).map((y) => ({ x: index * 6 + x, y })),
    ),
  )
}
