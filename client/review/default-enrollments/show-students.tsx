import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import type { ShownGroup } from './group-sheet.tsx'

interface ShowStudentsProps {
  group: { readonly key: string; readonly students: number }
  title: string
  onShow: (group: ShownGroup) => void
}

/** Renders the number of a group’s students as the button that shows them. */
export const ShowStudents = ({ group: { key, students }, title, onShow }: ShowStudentsProps) => (
  <button
    type="button"
    aria-label={`Show ${formatCount(students, 'student')}`}
    onClick={() => onShow({ key, title })}
    className="tabular min-h-6 min-w-6 text-right font-medium text-accent-text hover:underline"
  >
    {formatNumber(students)}
  </button>
)
