import { describe, expect, it } from 'vitest'
import type { CarrierFileKind } from '#contract/outputs/carrier-files/choices.ts'
import { memberSegments } from '#server/platform/lib/x12/enrollment.ts'
import { usualDelimiters, writeSegments } from '#server/platform/lib/x12/syntax.ts'
import { exampleSettings, child, first, jane, line, spouse, withLine } from '../factory.ts'
import { nextState } from './next-state.ts'
import type { CarrierRecord, StateFacts } from './record.ts'
import { statementsOf, changesBetween, toDifferences } from './statements.ts'
import { toMember } from './to-members.ts'

/** Returns what a carrier knows after a first file about a record. */
const afterFirst = (record: CarrierRecord): StateFacts => ({
  ...first,
  known: nextState(record, first).state,
  asOf: '2026-12-01',
})

const said = (
  record: CarrierRecord,
  facts: StateFacts = first,
  kind: CarrierFileKind = 'changes',
): string[] => {
  const { state, problems } = nextState(record, facts)
  expect(problems).toEqual([])
  const subscriber = state?.persons[0]?.details
  if (!state || !subscriber) return []
  const settings = { ...facts.settings, ...exampleSettings }
  const segments = statementsOf(kind, facts.known, state, record).flatMap((one) =>
    memberSegments(toMember(one, { settings, schoolName: 'Harborview University', subscriber })),
  )
  return writeSegments(segments, usualDelimiters).split('~').slice(0, -1)
}

const only = (segments: readonly string[], ...ids: string[]): string[] =>
  segments.filter((one) => ids.some((id) => one.startsWith(`${id}*`)))

describe('a student', () => {
  it('who is new is added with everything the carrier asks for', () => {
    expect(said(jane)).toEqual([
      'INS*Y*18*021*28*A***FT*F',
      'REF*0F*A100',
      'REF*1L*805015',
      'REF*DX*North',
      'DTP*350*D8*20240820',
      'DTP*351*D8*20280515',
      'DTP*356*D8*20260815',
      'NM1*IL*1*Nunez*Jane*Q***34*912345678',
      'PER*IP**HP*6145550123*EM*jane@harborview.example',
      'N3*12 Harbor St*Apt 4',
      'N4*Columbus*OH*432101234',
      'DMG*D8*20030405*F',
      'NM1*M8*2*Harborview University',
      'HD*021**HLT*SHIP-1*IND',
      'DTP*348*D8*20260815',
      'AMT*P3*4678',
      'REF*1L*G-1',
    ])
  })

  it('is audited in a full file, whether or not anything changed', () => {
    const full = said(jane, afterFirst(jane), 'full')
    expect(only(full, 'INS', 'HD')).toEqual(['INS*Y*18*030*XN*A***FT*F', 'HD*030**HLT*SHIP-1*IND'])
    expect(said(jane, afterFirst(jane))).toEqual([])
  })

  it('who moved is changed without coverage', () => {
    const moved = { ...jane, student: { ...jane.student, address_1: '9 Elm Ave' } }
    const segments = said(moved, afterFirst(jane))
    expect(segments[0]).toBe('INS*Y*18*001*43*A***FT*F')
    expect(only(segments, 'N3', 'HD')).toEqual(['N3*9 Elm Ave*Apt 4'])
  })

  it('with another name is corrected, with the prior name', () => {
    const married = { ...jane, student: { ...jane.student, last_name: 'Park', prior_last_name: 'Núñez' } }
    expect(only(said(married, afterFirst(jane)), 'INS', 'NM1')).toEqual([
      'INS*Y*18*001*25*A***FT*F',
      'NM1*74*1*Park*Jane*Q***34*912345678',
      'NM1*70*1*Nunez*Jane*Q',
      'NM1*M8*2*Harborview University',
    ])
    expect(only(said(married), 'NM1').slice(0, 2)).toEqual([
      'NM1*IL*1*Park*Jane*Q***34*912345678',
      'NM1*70*1*Nunez*Jane*Q',
    ])
  })

  it.each([
    ['part_time', 'PT*P'],
    ['leave_of_absence', 'L1*N'],
    ['graduated', 'TE*N'],
    ['incoming', 'FT*F'],
  ] as const)('who is %s has the student status %s', (academic_status, code) => {
    expect(said({ ...jane, academic_status })[0]).toBe(`INS*Y*18*021*28*A***${code}`)
  })

  it('on leave who keeps coverage has its reason', () => {
    const onLeave = { ...jane, academic_status: 'leave_of_absence' } as const
    expect(said(onLeave, afterFirst(jane))[0]).toBe('INS*Y*18*001*37*A***L1*N')
  })

  it('with one name has only a last name', () => {
    const student = { ...jane.student, first_name: '', last_name: 'Sukarto' }
    expect(only(said({ ...jane, student }), 'NM1')[0]).toBe('NM1*IL*1*Sukarto*****34*912345678')
  })

  it('abroad has a country and no state', () => {
    const abroad = {
      ...jane,
      student: { ...jane.student, country: 'CA', state: 'Ontario', zip: 'M5V 2T6', city: 'Toronto' },
    }
    expect(only(said(abroad), 'N4')).toEqual(['N4*Toronto**M5V 2T6*CA'])
  })

  it('without SSNs in the file is named by the student ID', () => {
    const settings = { ...exampleSettings, ssns: 'never' } as const
    expect(only(said(jane, { ...first, settings }), 'NM1')[0]).toBe('NM1*IL*1*Nunez*Jane*Q***ZZ*A100')
  })
})

describe('coverage', () => {
  it('that ended is terminated with its end', () => {
    const ended = withLine(jane, 'medical', { status: 'enrolled_eoc', ends_on: '2026-11-30' })
    expect(only(said(ended, afterFirst(jane)), 'INS', 'HD', 'DTP')).toEqual([
      'INS*Y*18*024*07*A***FT*F',
      'DTP*350*D8*20240820',
      'DTP*351*D8*20280515',
      'DTP*356*D8*20260815',
      'DTP*357*D8*20261130',
      'HD*024**HLT*SHIP-1*IND',
      'DTP*348*D8*20260815',
      'DTP*349*D8*20261130',
    ])
  })

  it.each([
    [
      'waived, with the day that staff entered',
      { status: 'waived', ends_on: '2026-10-31' },
      '07',
      '20261031',
    ],
    ['waived without a day', { status: 'waived' }, '07', '20261201'],
    ['declined', { status: 'declined' }, '26', '20261201'],
    ['on leave', { status: 'loa', prior_status: 'enrolled', ends_on: '2026-11-01' }, '38', '20261101'],
  ] as const)('that is %s is terminated', (_case, values, reason, end) => {
    const now = withLine(jane, 'medical', values)
    const segments = said(now, afterFirst(jane))
    expect(segments[0]).toBe(`INS*Y*18*024*${reason}*A***FT*F`)
    expect(segments).toContain(`DTP*349*D8*${end}`)
  })

  it('of a removed record is terminated on the day of the file, and told once', () => {
    const removed = withLine({ ...jane, is_current: false }, 'medical', { ends_on: '2027-08-14' })
    const facts = afterFirst(jane)
    expect(only(said(removed, facts), 'HD', 'DTP').slice(-2)).toEqual([
      'DTP*348*D8*20260815',
      'DTP*349*D8*20261201',
    ])
    const after = { ...facts, known: nextState(removed, facts).state, asOf: '2027-01-10' }
    expect(said(removed, after)).toEqual([])
  })

  it('that starts again is reinstated', () => {
    const ended = withLine(jane, 'medical', { status: 'enrolled_eoc', ends_on: '2026-11-30' })
    const again = withLine(jane, 'medical', { starts_on: '2027-01-15' })
    const segments = said(again, afterFirst(ended))
    expect(only(segments, 'INS', 'HD')).toEqual(['INS*Y*18*025*41*A***FT*F', 'HD*025**HLT*SHIP-1*IND'])
    expect(segments).toContain('DTP*348*D8*20270115')
  })

  it('of another kind is added to a student whom the carrier knows', () => {
    const both = withLine(jane, 'dental', { status: 'enrolled', starts_on: '2026-12-01', premium: '310.50' })
    const segments = said(both, afterFirst(jane))
    expect(only(segments, 'INS', 'HD', 'AMT')).toEqual([
      'INS*Y*18*001*29*A***FT*F',
      'HD*021**DEN*DPPO-1*IND',
      'AMT*P3*310.5',
    ])
    const left = withLine(both, 'dental', { status: 'declined' })
    expect(only(said(left, afterFirst(both)), 'INS', 'HD')).toEqual([
      'INS*Y*18*001*29*A***FT*F',
      'HD*024**DEN*DPPO-1*IND',
    ])
  })

  it('that ended before it began is told only if the carrier knows of it', () => {
    const never = withLine(jane, 'medical', { status: 'enrolled_eoc', ends_on: '2026-08-15' })
    expect(said(never)).toEqual([])
    expect(said(never, afterFirst(jane))).toContain('DTP*349*D8*20260815')
  })

  it('goes on while a waiver is pending, in the tier before', () => {
    const waiving = { status: 'enrolled_waiver_submitted', prior_tier: 'enrolled_esp' } as const
    const record = { ...withLine(jane, 'medical', waiving), dependents: [spouse] }
    expect(only(said(record), 'HD')).toEqual(['HD*021**HLT*SHIP-3*ESP', 'HD*021**HLT*SHIP-3*ESP'])
  })

  it.each([
    ['enrolled', 'IND', 'IND', 1, []],
    ['enrolled_ech', 'ECH', 'ECH', 2, [child]],
    ['enrolled_esp', 'ESP', 'ESP', 3, [spouse]],
    ['enrolled_espch', 'FAM', 'E2D', 4, [spouse, child]],
    ['enrolled_espch2', 'FAM', 'E3D', 5, [spouse, child, { ...child, id: 9 }]],
    ['enrolled_efam', 'FAM', 'FAM', 6, [child]],
  ] as const)('of the tier %s has the level %s, or %s by number', (status, level, byNumber, plan, family) => {
    const record = { ...withLine(jane, 'medical', { status }), dependents: family }
    const levelsOf = (facts: StateFacts) => new Set(only(said(record, facts), 'HD'))
    expect(levelsOf(first)).toEqual(new Set([`HD*021**HLT*SHIP-${plan}*${level}`]))
    const settings = { ...exampleSettings, family_levels: 'by_number' } as const
    expect(levelsOf({ ...first, settings })).toEqual(new Set([`HD*021**HLT*SHIP-${plan}*${byNumber}`]))
  })

  it.each([
    ['medical', 'HLT*SHIP-1'],
    ['dental', 'DEN*DPPO-1'],
    ['vision', 'VIS*VIS-1'],
  ] as const)('%s has its own line', (coverage, code) => {
    const record = { ...jane, lines: { ...jane.lines, medical: line({}) } }
    const enrolled = withLine(record, coverage, { status: 'enrolled', starts_on: '2026-08-15' })
    expect(only(said(enrolled), 'HD')).toEqual([`HD*021**${code}*IND`])
  })
})

describe('dependents', () => {
  const family = { ...withLine(jane, 'medical', { status: 'enrolled_espch' }), dependents: [spouse, child] }

  it('follow the student, only with the coverage that covers them', () => {
    const segments = said(withLine(family, 'dental', { status: 'enrolled', starts_on: '2026-08-15' }))
    expect(segments.slice(segments.indexOf('INS*N*01*021*28*A'))).toEqual([
      'INS*N*01*021*28*A',
      'REF*0F*A100',
      'REF*1L*805015',
      'DTP*356*D8*20260815',
      'NM1*IL*1*Nunez*Sam',
      'DMG*D8*20020131*U',
      'HD*021**HLT*SHIP-4*FAM',
      'DTP*348*D8*20260815',
      'REF*1L*G-1',
      'INS*N*19*021*28*A',
      'REF*0F*A100',
      'REF*1L*805015',
      'DTP*356*D8*20260815',
      'NM1*IL*1*Nunez*Mia****34*923456789',
      'DMG*D8*20200601*M',
      'HD*021**HLT*SHIP-4*FAM',
      'DTP*348*D8*20260815',
      'REF*1L*G-1',
    ])
  })

  it('who come later are added with what the records tell: a birth, a marriage, a choice', () => {
    const baby = { ...child, dob: '2026-11-25' }
    const wed = { ...spouse, starts: { medical: '2026-11-05' } }
    const partner = { ...spouse, id: 9, type: 'domestic_partner', starts: { medical: '2026-10-01' } } as const
    const more = {
      ...withLine(jane, 'medical', { status: 'enrolled_efam' }),
      dependents: [wed, baby, partner],
    }
    const segments = said(more, afterFirst(jane))
    expect(only(segments, 'INS')).toEqual([
      'INS*Y*18*001*29*A***FT*F',
      'INS*N*01*021*32*A',
      'INS*N*19*021*02*A',
      'INS*N*53*021*29*A',
    ])
    // the student's own; the marriage, the birth, the day in the record
    expect(segments.filter((one) => one.startsWith('DTP*348'))).toEqual([
      'DTP*348*D8*20260815',
      'DTP*348*D8*20261105',
      'DTP*348*D8*20261125',
      'DTP*348*D8*20261001',
    ])
  })

  it.each([
    ['the day in the record', '2026-11-18', '20261118'],
    ['the day of the file', null, '20261201'],
  ])('who leave are terminated on %s, and the student goes on', (_what, end, day) => {
    const left = { ...child, is_removed: true, ends: { medical: end } }
    const alone = { ...withLine(family, 'medical', { status: 'enrolled_esp' }), dependents: [spouse, left] }
    const segments = said(alone, afterFirst(family))
    expect(only(segments, 'INS', 'HD')).toEqual([
      'INS*Y*18*001*29*A***FT*F',
      'HD*001**HLT*SHIP-3*ESP',
      'INS*N*01*001*29*A',
      'HD*001**HLT*SHIP-3*ESP',
      'INS*N*19*024*07*A',
      'HD*024**HLT*SHIP-4*FAM',
    ])
    expect(segments).toContain(`DTP*349*D8*${day}`)
  })

  describe('who joined and left since the last file', () => {
    const left = {
      ...spouse,
      is_removed: true,
      starts: { medical: '2026-10-01' },
      ends: { medical: '2026-11-18' },
    }
    const saidOf = (...dependents: CarrierRecord['dependents']) =>
      said({ ...jane, dependents }, afterFirst(jane))

    it('are added with both days, in the tier of that time', () => {
      const mia = { ...child, covers: [], starts: { medical: '2026-11-01' }, ends: { medical: '2026-11-20' } }
      const segments = saidOf(left, mia)
      expect(only(segments, 'INS', 'HD', 'DTP')).toEqual([
        'INS*N*01*021*32*A',
        'DTP*356*D8*20261001',
        'DTP*357*D8*20261118',
        'HD*021**HLT*SHIP-4*FAM',
        'DTP*348*D8*20261001',
        'DTP*349*D8*20261118',
        'INS*N*19*021*29*A',
        'DTP*356*D8*20261101',
        'DTP*357*D8*20261120',
        'HD*021**HLT*SHIP-2*ECH',
        'DTP*348*D8*20261101',
        'DTP*349*D8*20261120',
      ])
    })

    it.each([
      ['left before they had a day', { ends: { medical: '2026-10-01' } }],
      ['left on a day that the record doesn’t have', { ends: {} }],
      ['were removed because the carrier would reject them', { dob: null }],
      ['left coverage that the student doesn’t have', { starts: {}, ends: { dental: '2026-11-18' } }],
    ])('stay out if they %s', (_what, values) => {
      expect(saidOf({ ...left, ...values })).toEqual([])
    })

    it('end no later than the student’s coverage', () => {
      const status = { status: 'enrolled_eoc', prior_tier: 'enrolled', ends_on: '2026-10-31' } as const
      const ended = { ...withLine(jane, 'medical', status), dependents: [left] }
      expect(said(ended).filter((one) => one.startsWith('DTP*349'))).toEqual([
        'DTP*349*D8*20261031',
        'DTP*349*D8*20261031',
      ])
      expect(said(ended, afterFirst(ended))).toEqual([])
    })

    it('have a family’s one tier if the carrier has no other code', () => {
      const none = { enrolled_ech: null, enrolled_esp: null, enrolled_espch: null, enrolled_espch2: null }
      const codes = { ...exampleSettings.medical_plan_codes, ...none }
      const facts = { ...first, settings: { ...exampleSettings, medical_plan_codes: codes } }
      expect(only(said({ ...jane, dependents: [left] }, facts), 'HD')).toEqual([
        'HD*021**HLT*SHIP-1*IND',
        'HD*021**HLT*SHIP-6*FAM',
      ])
    })
  })
})

it('differences name persons, coverage, days and what changed, and no values', () => {
  const facts = afterFirst(jane)
  const now = {
    ...withLine(jane, 'medical', { status: 'enrolled_esp', premium: '9000.00' }),
    student: { ...jane.student, zip: '43085', ssn: '987654321' },
    dependents: [{ ...spouse, starts: { medical: '2026-12-01' } }],
  }
  const { state } = nextState(now, facts)
  expect(state && toDifferences(changesBetween(facts.known, state, now))).toEqual([
    {
      person: 'Jane Núñez',
      relation: 'self',
      kind: 'changed',
      coverage_type: 'medical',
      tier: 'enrolled_esp',
      on: '2026-08-15',
      details: ['tier', 'plan_code', 'premium'],
    },
    {
      person: 'Jane Núñez',
      relation: 'self',
      kind: 'details',
      coverage_type: null,
      tier: null,
      on: null,
      details: ['ssn', 'address'],
    },
    {
      person: 'Sam Núñez',
      relation: 'spouse',
      kind: 'added',
      coverage_type: 'medical',
      tier: 'enrolled_esp',
      on: '2026-12-01',
      details: [],
    },
  ])
})
