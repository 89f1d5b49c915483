import fc from 'fast-check'
import { calendarAnchors, periodAnchors, type RelativeDay } from '#contract/platform/relative-day.ts'
import { studentListColumns, type StudentListColumn } from '#contract/platform/record/columns.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import { modesOf, type Constraint, type Filters, type MatchMode } from '#contract/platform/table-filters.ts'
import type { WhereGroup, WhereNode, WhereRule } from '#contract/platform/table-where.ts'
import type { ModelValue } from './list-model.ts'

/** Random student lists and random queries, with values that break searches, sorts and comparisons. */
const columns = Object.keys(studentListColumns) as StudentListColumn[]
export const modelColumns: readonly StudentListColumn[] = columns

// letters, accents, case, LIKE and quoting characters, numbers as text; no characters whose order differs
// between ICU versions
const pieces = [
  'item2',
  'item10',
  'Item2',
  'José',
  'jose',
  'JOSÉ',
  'Łódź',
  'lodz',
  'Straße',
  'strasse',
  '100%',
  '100',
]
const marked = [
  'a_b',
  'aXb',
  'a\\b',
  '"q"',
  "O'Brien",
  'obrien',
  '007',
  '7',
  '9',
  '10',
  '％',
  'Æsir',
  'e\u0301mile',
  'émile',
]
const text = fc
  .array(fc.constantFrom(...pieces, ...marked), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join(' '))
const day = fc.constantFrom(
  '2026-07-31',
  '2026-08-01',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2028-02-29',
)
const birth = fc.constantFrom(
  '2000-02-28',
  '2000-02-29',
  '2000-03-01',
  '2000-11-20',
  '2000-11-21',
  '1998-03-01',
  '2004-02-29',
)
// before and after midnight in New York, also on the days when daylight saving starts (March 8) and ends
// (November 1)
const instant = fc.constantFrom(
  '2026-11-20T04:59:59.000Z',
  '2026-11-20T05:00:00.000Z',
  '2026-11-21T04:59:59.999Z',
  '2026-07-01T03:59:59.000Z',
  '2026-03-08T05:00:00.000Z',
  '2026-03-09T03:59:59.999Z',
  '2026-03-09T04:00:00.000Z',
  '2026-11-01T03:59:59.999Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-02T04:59:59.999Z',
  '2026-11-02T05:00:00.000Z',
)
const dayOfInstant = fc.constantFrom(
  '0001-01-01',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
  '2026-06-30',
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
  '2026-11-20',
  '9999-12-31',
)
const money = fc.constantFrom('0.00', '9.00', '10.00', '10.50', '120.00')

const special: Partial<Record<StudentListColumn, fc.Arbitrary<ModelValue>>> = {
  dob: birth,
  phone: fc.constantFrom('+12015550123', '+442071838750', '+12025550123'),
  npi_number: fc.constantFrom('0000000009', '1000000000'),
  graduation_year: fc.constantFrom(1999, 2027, 2028),
  middle_initial: fc.constantFrom('J', 'Ł', 'é'),
  country: fc.constantFrom('US', 'CA', 'DE'),
  status: fc.constantFrom('active', 'active', 'active', 'inactive'),
  academic_status: fc.constantFrom('incoming', 'returning', 'x'),
}
const required = new Set<string>([
  ...Object.entries(studentFields).flatMap(([name, field]) => ('required' in field ? [name] : [])),
  'status',
  'medical_status',
  'dental_status',
  'vision_status',
  ...columns.filter((name) => studentListColumns[name].kind === 'instant'),
])

const valueOf = (name: StudentListColumn): fc.Arbitrary<ModelValue> => {
  const column = studentListColumns[name]
  const found = special[name]
  if (found) return found
  if ('choices' in column) return fc.constantFrom(...column.choices.slice(0, 6))
  switch (column.kind) {
    case 'text':
      return text
    case 'boolean':
      return fc.boolean()
    case 'money':
      return money
    case 'date':
      return day
    case 'instant':
      return instant
    default:
      return fc.constantFrom(1, 9, 10)
  }
}

/** Values that aren’t columns themselves. */
const derived =
  /^(id|student_id|student_name|age|turns_26_on|waiver_deadline_on|reverification_due|respond_by|to_decide_without_form|missing_from_roster|premium_differs|changed_since_visit|delivery_failed_since_visit|.*_waive_insurance_company(_id)?)$/
const stored = columns.filter((name) => !derived.test(name))

/** A row as stored; the companies of the lines are indexes into the test companies. */
export interface MadeRow {
  readonly values: Readonly<Record<string, ModelValue>>
  readonly companies: readonly (number | null)[]
}

/** A planned change has a status and a date, or neither. */
const withWholePlan = (values: MadeRow['values']): MadeRow['values'] => {
  const { planned_academic_status: status, planned_status_on: day } = values
  const isWhole = status != null && day != null
  return isWhole ? values : { ...values, planned_academic_status: null, planned_status_on: null }
}

const row: fc.Arbitrary<MadeRow> = fc.record({
  values: fc
    .record(
      Object.fromEntries(
        stored.map((name) => [
          name,
          required.has(name) ? valueOf(name) : fc.option(valueOf(name), { freq: 2 }),
        ]),
      ),
    )
    .map(withWholePlan),
  companies: fc.tuple(
    ...['medical', 'dental', 'vision'].map(() => fc.option(fc.nat({ max: 2 }), { freq: 1 })),
  ),
})
export const madeRows = fc.array(row, { minLength: 5, maxLength: 25 })
export const companyNames = ['Ætna %', 'Item10 Health', 'item9 Health'] as const

type Operand = string | number | boolean | RelativeDay

const relative: fc.Arbitrary<RelativeDay> = fc.record(
  {
    relative: fc.constantFrom(...calendarAnchors, ...periodAnchors),
    offset: fc.constantFrom(-111, -1, 0, 1, 30),
  },
  { requiredKeys: ['relative'] },
)

const operand = (name: StudentListColumn): fc.Arbitrary<Operand> => {
  const { kind } = studentListColumns[name]
  const plain = plainOperand(name)
  return kind === 'date' || kind === 'instant' ? fc.oneof(plain, relative) : plain
}

const plainOperand = (name: StudentListColumn): fc.Arbitrary<string | number | boolean> => {
  const { kind } = studentListColumns[name]
  if (name === 'turns_26_on') return fc.constantFrom('2026-02-28', '2026-03-01', '2024-03-01', '2026-11-20')
  if (name === 'age') return fc.constantFrom(22, 24, 25, 26, 28)
  if (name === 'waiver_deadline_on') return fc.constantFrom('2026-09-14', '2026-09-15', '2026-09-16')
  if (kind === 'boolean') return fc.constantFrom(true, false, 'true', '0', 1)
  if (kind === 'money' || kind === 'number') return fc.constantFrom('10', 10, '10.5', '9', 2027, '-1', 120)
  if (kind === 'instant') return dayOfInstant
  if (kind === 'date') return name === 'dob' ? birth : day
  const sought = fc.constantFrom(
    'e',
    'É',
    'item',
    'ITEM1',
    '%',
    '_',
    '\\',
    '"',
    "'",
    'lod',
    'SS',
    'ß',
    ' ',
    'æ',
    '0',
  )
  const whole = (valueOf(name) as fc.Arbitrary<string>).chain((value) =>
    fc.constantFrom(value, value.toUpperCase(), value.toLowerCase(), value.slice(1), value.slice(0, 3)),
  )
  return fc.oneof(sought, whole)
}

const ruleOf = (name: StudentListColumn): fc.Arbitrary<Constraint> =>
  fc.constantFrom<MatchMode>(...modesOf[studentListColumns[name].kind]).chain((match_mode) => {
    const one = operand(name)
    if (match_mode === 'isEmpty' || match_mode === 'isNotEmpty') return fc.constant({ match_mode })
    const value =
      match_mode === 'between'
        ? fc.tuple(one, one).map((pair): Operand[] => pair)
        : match_mode === 'in' || match_mode === 'notIn'
          ? fc.array(one, { maxLength: 3 })
          : fc.oneof({ weight: 8, arbitrary: one }, { weight: 1, arbitrary: fc.constantFrom(null, '') })
    return value.map((given): Constraint => ({ match_mode, value: given }))
  })

// a kind first, then one of its columns: most columns are text, and dates need to be tested too
const kinds = [...Map.groupBy(columns, (name) => studentListColumns[name].kind).values()]
const column = fc.constantFrom(...kinds).chain((names) => fc.constantFrom(...names))
const operator = fc.constantFrom('and' as const, 'or' as const)

const filters: fc.Arbitrary<Filters> = fc
  .array(
    column.chain((name) =>
      fc
        .record({ operator, constraints: fc.array(ruleOf(name), { minLength: 1, maxLength: 3 }) })
        .map((filter) => [name, filter] as const),
    ),
    { maxLength: 2 },
  )
  .map((entries) => Object.fromEntries(entries))

const rule: fc.Arbitrary<WhereRule> = column.chain((name) =>
  ruleOf(name).map((made) => ({ field: name, ...made })),
)
const groupOf = (node: fc.Arbitrary<WhereNode>): fc.Arbitrary<WhereGroup> =>
  fc.record({ operator, rules: fc.array(node, { maxLength: 3 }) })
const where = groupOf(fc.oneof({ weight: 2, arbitrary: rule }, groupOf(fc.oneof(rule, groupOf(rule)))))
const noWhere: WhereGroup = { operator: 'and', rules: [] }

const sort: fc.Arbitrary<SortKey[]> = fc.array(fc.record({ field: column, descending: fc.boolean() }), {
  maxLength: 3,
})

const search = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.constantFrom(
          'item',
          'JOSE',
          'lod',
          'stras',
          '100%',
          'a_b',
          "o'b",
          'obrien',
          '7',
          'é',
          '％',
          'zzz',
          '@x',
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((words) => words.join(' ')),
  },
)

export const modelQueries = fc.array(
  fc.record({
    filters,
    where: fc.oneof(fc.constant(noWhere), where),
    sort,
    search,
    per_page: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 10, maxLength: 20 },
)
