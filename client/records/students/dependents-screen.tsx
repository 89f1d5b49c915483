import { createFileRoute } from '@tanstack/react-router'
import { Pencil, Trash2, UserPlus } from 'lucide-react'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { dependentTypeLabels } from '#contract/platform/record/student-period-choices.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import type { DependentChange, StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { formatDay } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { coverageText } from './dependents.tsx'
import { DependentDialog } from './dependent-dialog.tsx'
import type { Start } from './dependent-effects.tsx'
import { RemoveDependentDialog } from './remove-dependent-dialog.tsx'
import { YearRecord } from './loaded-year.tsx'
import { useSaveYear } from './use-save-year.ts'
import { fullName } from '#contract/platform/person-name.ts'

/** Renders the dependents of a student in one policy year, to view and edit. */
const DependentsScreen = () => {
  return <YearRecord>{(record) => <Dependents record={record} />}</YearRecord>
}

/** Renders the dependents to edit; tiers follow from them. Each change is saved at once, with Undo. */
const Dependents = ({ record }: { record: StudentPeriod }) => {
  const openDialog = useDialogHost()
  const write = useWriteDependents(record)
  const edit = (dependent: Dependent | null) =>
    openDialog(DependentDialog, { props: { record, dependent, onSave: write } })
  const remove = (dependent: Dependent) => {
    const others = record.dependents.filter(({ id }) => id !== dependent.id)
    const onRemove = (start: Start = {}) => write(others, 'Dependent removed', start)
    if (isCovered(record, dependent))
      openDialog(RemoveDependentDialog, { props: { record, dependent, onRemove } })
    else void onRemove()
  }
  return (
    <section aria-labelledby="dependents">
      <div className="mb-3 flex items-center justify-between gap-3">
        <div>
          <h2 id="dependents" className="text-section font-semibold">
            Dependents {record.period_name}
          </h2>
          <p className="text-label text-ink-3">Each coverage tier is based on the dependents it covers.</p>
        </div>
        <Button icon={UserPlus} onClick={() => edit(null)}>
          Add dependent
        </Button>
      </div>
      {record.dependents.length === 0 ? (
        <p className="text-ink-2">No dependents in this policy year.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card shadow-line">
          {record.dependents.map((dependent) => (
            <Item
              key={dependent.id}
              dependent={dependent}
              onEdit={() => edit(dependent)}
              onRemove={() => remove(dependent)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ItemProps {
  dependent: Dependent
  onEdit: () => void
  onRemove: () => void
}

const Item = ({ dependent, onEdit, onRemove }: ItemProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
    <span className="font-medium">{fullName(dependent)}</span>
    <span className="tabular text-ink-2">{wordsOf(dependent)}</span>
    <span className="ml-auto flex gap-1">
      <IconButton icon={Pencil} label={`Edit ${fullName(dependent)}`} onClick={onEdit} />
      <IconButton icon={Trash2} label={`Remove ${fullName(dependent)}`} onClick={onRemove} />
    </span>
  </li>
)

/** Returns whether enrolled coverage includes a dependent, so that a removal can change the tier. */
const isCovered = (record: StudentPeriod, { covers }: Dependent): boolean =>
  covers.some((coverage) => tiers.some((tier) => tier === record[statusFieldOf(coverage)]))

const wordsOf = (dependent: Dependent): string =>
  [
    dependentTypeLabels[dependent.type],
    dependent.dob === null ? null : `born ${formatDay(dependent.dob)}`,
    coverageText(dependent),
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns the parts that staff filled in. */
const filledIn = (start: Start): Start =>
  Object.fromEntries(Object.entries(start).filter(([, value]) => value != null))

/** Replaces the dependents of the record. Reports a failure in a toast, unless a dialog shows it. */
const useWriteDependents = (record: StudentPeriod) => {
  const save = useSaveYear()
  const toast = useToast()
  return async (dependents: readonly DependentChange[], title: string, start: Start): Promise<void> => {
    try {
      await save(record, { dependents: [...dependents], ...filledIn(start) }, record.version, title)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const description = error.message
      toast.show({ tone: 'danger', title: 'Couldn’t change dependents', description })
      throw error
    }
  }
}

export const Route = createFileRoute(
  '/_signed-in/_numbered/student/$student/policy-years/$period/dependents',
)({ component: DependentsScreen })
