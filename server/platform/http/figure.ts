/** The labels and the value of a line. */
export type Line = readonly [labels: Readonly<Record<string, string | number>>, value: number]

/** Returns a figure in the Prometheus text format (version 0.0.4); the names of all start with `shipmate_`. */
export const figure = (
  name: string,
  help: string,
  lines: readonly Line[],
  type: 'counter' | 'gauge' = 'gauge',
): string[] => [...head(name, help, type), ...lines.map((line) => lineOf(name, line))]

export const head = (name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): string[] => [
  `# HELP shipmate_${name} ${help}`,
  `# TYPE shipmate_${name} ${type}`,
]

export const lineOf = (name: string, [labels, value]: Line): string => {
  const texts = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return texts.length === 0 ? `shipmate_${name} ${value}` : `shipmate_${name}{${texts.join(',')}} ${value}`
}
