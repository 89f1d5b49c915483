import type {
  insuranceTypes,
  sourcesOfCoverage,
  subscriberRelations,
} from '#contract/platform/record/student-period-choices.ts'

/** The other insurance that a student waives with. */
export interface Claim {
  /** The name of a company in `seedCompanies`. */
  readonly company: string
  /** A member ID; each `#` becomes a digit. */
  readonly member: string
  readonly type: (typeof insuranceTypes)[number]
  readonly source: (typeof sourcesOfCoverage)[number]
  readonly relation: (typeof subscriberRelations)[number]
}

/** The insurance of the demo data’s waivers. */
export const claims = {
  aetna: {
    company: 'Aetna',
    member: 'W#########',
    type: 'ppo',
    source: 'parent_employer_group',
    relation: 'parent',
  },
  cigna: {
    company: 'Cigna',
    member: 'U########',
    type: 'pos',
    source: 'parent_employer_group',
    relation: 'parent',
  },
  united: {
    company: 'UnitedHealthcare',
    member: '9########',
    type: 'epo',
    source: 'spouse_employer_group',
    relation: 'spouse',
  },
  highmark: {
    company: 'Highmark',
    member: 'YYH#########',
    type: 'ppo',
    source: 'own_employer_group',
    relation: 'self',
  },
  kaiser: {
    company: 'Kaiser Permanente',
    member: '########',
    type: 'hmo',
    source: 'parent_employer_group',
    relation: 'parent',
  },
  individual: {
    company: 'Regence',
    member: 'ZRG#########',
    type: 'ppo',
    source: 'individual_plan',
    relation: 'self',
  },
  cobra: { company: 'Cigna', member: 'U########', type: 'ppo', source: 'cobra', relation: 'self' },
  tricare: {
    company: 'TRICARE East',
    member: '###########',
    type: 'other',
    source: 'tricare',
    relation: 'parent',
  },
  medicaid: {
    company: 'Medi-Cal',
    member: '########A',
    type: 'medicaid',
    source: 'medicaid',
    relation: 'self',
  },
  shortTerm: {
    company: 'Pivot Health',
    member: 'PV######',
    type: 'indemnity',
    source: 'other',
    relation: 'self',
  },
  sharing: {
    company: 'Christian Care Ministry',
    member: 'CM######',
    type: 'other',
    source: 'other',
    relation: 'spouse',
  },
} as const satisfies Readonly<Record<string, Claim>>

const usual = [claims.aetna, claims.cigna, claims.united, claims.highmark, claims.tricare]

/** Returns one of the usual claims, in turn. */
export const usualClaim = (index: number): Claim => usual[index % usual.length] ?? claims.aetna
