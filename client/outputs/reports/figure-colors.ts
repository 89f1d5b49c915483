/** Colors of the series of figures, from the tokens. Stacked parts are also told apart by a line between them. */
const colors: Readonly<Record<string, string>> = {
  enrolled: 'var(--success-glyph)',
  waived: 'var(--info-glyph)',
  declined: 'var(--neutral-glyph)',
  not_started: 'var(--warning-glyph)',
  exempt: 'var(--violet-glyph)',
  loa: 'var(--danger-glyph)',
  not_applicable: 'var(--line-control)',
  not_fixed: 'var(--danger-glyph)',
}

/** Returns the color of a series; the accent color if it stands alone. */
export const colorOf = (series: string): string => colors[series] ?? 'var(--accent)'
