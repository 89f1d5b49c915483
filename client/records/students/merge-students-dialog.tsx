import { useState } from 'react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { findLostCoverage } from '#contract/platform/coverage/lost-coverage.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPolicyYear, Student, StudentHit } from '#contract/records/students/shapes.ts'
import { getStudentOverview, mergeStudents } from '#contract/records/students/endpoints.ts'
import { studentFieldNames, type StudentField } from '#contract/platform/record/student-fields.ts'
import { FailedState } from '#client/platform/ui/states/failed-state.tsx'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { valueWords } from '#client/platform/record/field-value.ts'
import { StudentChoice } from '#client/platform/record/student-choice.tsx'
import type { StudentOverview } from '#client/platform/record/student-overview.tsx'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'

interface MergeStudentsDialogProps {
  /** The student who stays. */
  kept: Student
  handle: DialogHandle
}

type Side = 'kept' | 'other'
type Sides = Readonly<Record<string, Side>>

/** Renders the merge of another student into this one: whom, which values stay, and which record of a doubled year. */
export const MergeStudentsDialog = ({ kept, handle }: MergeStudentsDialogProps) => {
  const [hit, setHit] = useState<StudentHit | null>(null)
  const [sides, setSides] = useState<Sides>({})
  const { both, other } = useBoth(kept.id, hit)
  const { merge, problem, isSending } = useMerge(handle, sides)
  const choose = (student: StudentHit | null) => {
    setHit(student)
    setSides({})
  }
  return (
    <Dialog
      {...handle.dialog}
      size="md"
      title={`Merge with ${fullName(kept)}`}
      description={`Everything of the other student moves to ${fullName(kept)}: policy years, notes, documents, forms, emails and history. You can undo it.`}
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            disabled={!both}
            onClick={() => both && void merge(both)}
          >
            Merge students
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <StudentChoice
          schoolId={kept.school_id}
          student={hit}
          except={kept.id}
          placeholder="Name or student ID of the other record"
          onChange={choose}
        />
        {both && (
          <Choices both={both} sides={sides} onChoose={(key, side) => setSides({ ...sides, [key]: side })} />
        )}
        {hit && !both && <Loading other={other} />}
      </div>
    </Dialog>
  )
}

/** Loads both students and their policy years. */
const useBoth = (keptId: number, hit: StudentHit | null) => {
  const own = useAsk(getStudentOverview, { params: { id: keptId } })
  const other = useAsk(getStudentOverview, { params: { id: hit?.id ?? 0 } }, { enabled: hit !== null })
  return { both: hit && own.data && other.data ? { own: own.data, other: other.data } : null, other }
}

const Loading = ({ other }: Pick<ReturnType<typeof useBoth>, 'other'>) =>
  other.error ? (
    <FailedState
      compact
      error={other.error}
      what="The other student"
      who="Only this school’s admins and Shipmate Admins have access."
      onRetry={() => void other.refetch()}
    />
  ) : (
    <SkeletonRows label="Loading the other student" />
  )

interface Both {
  readonly own: StudentOverview
  readonly other: StudentOverview
}

const useMerge = (handle: DialogHandle, sides: Sides) => {
  const [problem, setProblem] = useState<string | null>(null)
  const offerUndo = useUndo(enrollmentReads)
  const { send, isSending } = useSend(mergeStudents, { refreshes: enrollmentReads, quiet: true })
  const merge = async (both: Both): Promise<void> => {
    const { own, other } = both
    try {
      const { changeId } = await send({
        params: { id: own.student.id },
        body: {
          other_id: other.student.id,
          version: own.student.version,
          other_version: other.student.version,
          fields: differing(both).filter((field) => sideOf(sides, field, both) === 'other'),
          other_period_ids: doubled(both)
            .filter((year) => yearSideOf(sides, year, both) === 'other')
            .map(({ period_id }) => period_id),
        },
      })
      offerUndo({ changeId, title: 'Students merged' })
      handle.close()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setProblem(
        failure.kind === 'stale'
          ? 'Someone else changed one of the students. Nothing was merged. Close this, and start again.'
          : (failure.fieldErrors.other_period_ids ?? failure.message),
      )
    }
  }
  return { merge, problem, isSending }
}

const yearKey = (periodId: number): string => `year ${periodId}`

const isEmpty = (value: unknown): boolean => value === null || value === ''

/** Returns the fields whose values differ. */
const differing = ({ own, other }: Both): StudentField[] =>
  studentFieldNames.filter(
    (field) => !isEmpty(other.student[field]) && own.student[field] !== other.student[field],
  )

/** A value that the kept student doesn’t have comes from the other, unless someone chooses otherwise. */
const sideOf = (sides: Sides, field: StudentField, { own }: Both): Side =>
  sides[field] ?? (isEmpty(own.student[field]) ? 'other' : 'kept')

/** The record without which no coverage is lost stays, unless someone chooses otherwise. */
const yearSideOf = (sides: Sides, year: StudentPolicyYear, { own }: Both): Side => {
  const mine = own.student_periods.find(({ period_id }) => period_id === year.period_id)
  return sides[yearKey(year.period_id)] ?? (mine ? proposedSide(mine, year) : 'kept')
}

/** If either record can stay, the one in which nothing has happened goes. */
const proposedSide = (mine: StudentPolicyYear, theirs: StudentPolicyYear): Side => {
  const [own, other] = [readStatuses(mine), readStatuses(theirs)]
  const losesTheirs = findLostCoverage(other, own) !== null
  if (losesTheirs !== (findLostCoverage(own, other) !== null)) return losesTheirs ? 'other' : 'kept'
  return !hasStarted(mine) && hasStarted(theirs) ? 'other' : 'kept'
}

const readStatuses = (year: StudentPolicyYear): Record<Coverage, CoverageStatus> => {
  const statusOf = (coverage: Coverage): CoverageStatus => {
    const status = year[statusFieldOf(coverage)]
    return isCoverageStatus(status) ? status : 'not_applicable'
  }
  return { medical: statusOf('medical'), dental: statusOf('dental'), vision: statusOf('vision') }
}

const hasStarted = (year: StudentPolicyYear): boolean =>
  coverages.some(
    (coverage) =>
      !['not_started', 'not_applicable'].includes(year[statusFieldOf(coverage)] ?? 'not_applicable'),
  )

/** Returns the other student’s policy years that both are in. */
const doubled = ({ own, other }: Both): StudentPolicyYear[] =>
  other.student_periods.filter(({ period_id }) =>
    own.student_periods.some((one) => one.period_id === period_id),
  )

interface ChoicesProps {
  both: Both
  sides: Sides
  onChoose: (key: string, side: Side) => void
}

const rowLook =
  'border-b border-line pb-3 last:border-b-0 last:pb-0 sm:[&>div]:grid sm:[&>div]:grid-cols-2 sm:[&>div]:gap-3'

const Choices = ({ both, sides, onChoose }: ChoicesProps) => {
  const { own, other } = both
  const fields = differing(both)
  const years = doubled(both)
  const moving = other.student_periods.filter((year) => !years.includes(year))
  return (
    <div className="flex flex-col gap-3">
      {years.map((year) => {
        const mine = own.student_periods.find(({ period_id }) => period_id === year.period_id)
        return (
          mine && (
            <RadioGroup
              key={year.period_id}
              label={`${year.period_name}: the record that stays`}
              value={yearSideOf(sides, year, both)}
              onChange={(side) => onChoose(yearKey(year.period_id), side)}
              options={[
                { value: 'kept', label: statusesOf(mine), hint: own.student.sid },
                { value: 'other', label: statusesOf(year), hint: other.student.sid },
              ]}
              className={rowLook}
            />
          )
        )
      })}
      {moving.length > 0 && (
        <p className="text-ink-2">
          These policy years move too: {moving.map(({ period_name }) => period_name).join(', ')}.
        </p>
      )}
      {fields.length === 0 && <p className="text-ink-2">No other values differ.</p>}
      {fields.map((field) => (
        <RadioGroup
          key={field}
          label={fieldLabel(field)}
          value={sideOf(sides, field, both)}
          onChange={(side) => onChoose(field, side)}
          options={[
            { value: 'kept', label: wordsOf(field, own.student), ...hintOf(field, own.student) },
            { value: 'other', label: wordsOf(field, other.student), ...hintOf(field, other.student) },
          ]}
          className={rowLook}
        />
      ))}
    </div>
  )
}

const wordsOf = (field: StudentField, student: Student): string =>
  isEmpty(student[field]) ? 'No value' : valueWords(field, student[field])

/** The student ID tells whose value it is. */
const hintOf = (field: StudentField, { sid }: Student) => (field === 'sid' ? {} : { hint: sid })

/** 'Medical: Waived' and so on, one line each, without coverage that isn’t offered. */
const statusesOf = (year: StudentPolicyYear) =>
  coverages.map((coverage) => {
    const status = year[statusFieldOf(coverage)]
    return isCoverageStatus(status) && status !== 'not_applicable' ? (
      <span key={coverage} className="block">
        {coverageLabels[coverage]}: {statusCatalogue[status].label}
      </span>
    ) : null
  })
