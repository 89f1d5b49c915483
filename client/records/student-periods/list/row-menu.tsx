import { plainValue } from '#client/platform/record/record-values.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Copy, ExternalLink, ListFilter, Mail, PanelRight, PencilLine, Rows3, UserRound } from 'lucide-react'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import type { FieldFilter } from '#contract/platform/table-filters.ts'
import { useCompose } from '#client/mail/compose/use-compose.tsx'
import type { PlainValue } from '#client/platform/record/field-value.ts'
import { Kbd } from '#client/platform/ui/text/kbd.tsx'
import { MenuItem, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import type { TableColumn } from '#client/platform/ui/data-table/types.ts'

interface RowMenuProps {
  row: StudentListRow
  /** The pressed cell; null outside the cells. */
  column: TableColumn<StudentListRow> | undefined
  onPreview: (row: StudentListRow) => void
  onFilter: (field: string, filter: FieldFilter) => void
  onCopy: (text: string) => void
  /** Opens the cell for editing; null if it isn't editable. */
  onEdit: (() => void) | null
}

const valueIn = (row: StudentListRow, id: string): PlainValue => plainValue(Reflect.get(row, id))

/** Filters for rows with the same value, or without one. */
const sameAs = (value: PlainValue): FieldFilter => ({
  operator: 'and',
  constraints: [
    value === null
      ? { match_mode: 'isEmpty' }
      : { match_mode: 'in', value: [typeof value === 'object' ? String(value) : value] },
  ],
})

/** Renders a row's context menu: preview, open, copy, and filter by the value. */
export const RowMenu = ({ row, column, onPreview, onFilter, onCopy, onEdit }: RowMenuProps) => {
  const navigate = useNavigate()
  const to = { to: '/student/$student', params: { student: String(row.student_id) } } as const
  return (
    <>
      <MenuItem icon={PanelRight} shortcut={<Kbd>P</Kbd>} onSelect={() => onPreview(row)}>
        Preview
      </MenuItem>
      <MenuItem icon={UserRound} shortcut={<Kbd>Enter</Kbd>} onSelect={() => void navigate(to)}>
        Open {row.student_name}
      </MenuItem>
      <MenuItem
        icon={ExternalLink}
        onSelect={() => window.open(`/student/${row.student_id}`, '_blank', 'noopener')}
      >
        Open in a new tab
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Rows3} onSelect={() => onCopy([row.student_name, row.sid].filter(Boolean).join('\t'))}>
        Copy name and ID
      </MenuItem>
      <EmailItem row={row} />
      {column && <CellItems {...{ row, column, onFilter, onCopy, onEdit }} />}
    </>
  )
}

const EmailItem = ({ row }: { row: StudentListRow }) => {
  const { school, period } = useParams({ from: '/_signed-in/_own-school/schools/$school/period/$period' })
  const compose = useCompose()
  const write = () =>
    compose({
      schoolId: Number(school),
      periodId: Number(period),
      selected: { ids: [row.id] },
      to: row.student_name ?? 'this student',
      draft: `record:${row.id}`,
    })
  return (
    <MenuItem icon={Mail} onSelect={write}>
      Write email…
    </MenuItem>
  )
}

const shortened = (words: string): string => (words.length > 24 ? `${words.slice(0, 24)}…` : words)

/** Renders the actions for the pressed cell. */
const CellItems = ({
  row,
  column,
  onFilter,
  onCopy,
  onEdit,
}: Omit<RowMenuProps, 'onPreview' | 'column'> & { column: TableColumn<StudentListRow> }) => {
  const words = column.text(row)
  const label = withinSentence(column.label)
  return (
    <>
      {words !== '' && (
        <MenuItem icon={Copy} onSelect={() => onCopy(words)}>
          Copy “{shortened(words)}”
        </MenuItem>
      )}
      {column.id !== 'student_name' && (
        <MenuItem icon={ListFilter} onSelect={() => onFilter(column.id, sameAs(valueIn(row, column.id)))}>
          {words === '' ? `Filter: no ${label}` : `Filter: “${shortened(words)}”`}
        </MenuItem>
      )}
      {onEdit && (
        <MenuItem icon={PencilLine} shortcut={<Kbd>F2</Kbd>} onSelect={onEdit}>
          Edit {label}
        </MenuItem>
      )}
    </>
  )
}
