import type { AgeOutRule } from '#contract/records/insurance-companies/choices.ts'

interface SeedCompany {
  readonly name: string
  readonly aliases?: readonly string[]
  /** Payer IDs as clearinghouses write them; invented for companies without a public one. */
  readonly medical?: readonly string[]
  readonly dental?: readonly string[]
  readonly vision?: readonly string[]
  readonly pattern?: string
  readonly hint?: string
  readonly ageOut?: AgeOutRule
  readonly phone?: string
  readonly website?: string
  readonly medicaid?: string
  readonly isElectronic?: boolean
  readonly isHealthSharing?: boolean
  readonly isShortTerm?: boolean
  readonly isForeign?: boolean
}

/** The prefix of a Blue Cross plan’s member ID and the characters after it. */
const blue = {
  pattern: '[A-Z]{3}[A-Z0-9]{9,14}',
  hint: '3 letters, then 9 to 14 letters and digits',
}

/** Insurance companies with the names staff use. Two are duplicates, as in real data. */
export const seedCompanies: readonly SeedCompany[] = [
  {
    name: 'Aetna',
    aliases: ['Aetna Life', 'Aetna POS'],
    medical: ['60054'],
    dental: ['60054'],
    pattern: 'W\\d{9}(\\d{2})?',
    hint: 'W and 9 digits, on the front of the card',
    phone: '+18005550110',
    website: 'https://www.aetna.example',
  },
  {
    name: 'Anthem Blue Cross',
    aliases: ['Anthem', 'Blue Cross of California'],
    medical: ['47198'],
    ...blue,
    phone: '+18005550111',
  },
  { name: 'Blue Cross Blue Shield of Illinois', aliases: ['BCBSIL'], medical: ['00621', 'G00621'], ...blue },
  { name: 'Blue Shield of California', aliases: ['Blue Shield'], medical: ['94036'], ...blue },
  {
    name: 'Cigna',
    aliases: ['Cigna Healthcare'],
    medical: ['62308'],
    dental: ['62308'],
    pattern: 'U\\d{8}(\\d{2})?',
    hint: 'U and 8 digits',
  },
  { name: 'Harvard Pilgrim Health Care', aliases: ['HPHC'], medical: ['04271'], pattern: 'HP\\d{9,11}' },
  { name: 'Highmark', aliases: ['Highmark BCBS'], medical: ['54771'], ...blue },
  {
    name: 'Humana',
    medical: ['61101'],
    dental: ['73288'],
    vision: ['61101V'],
    pattern: 'H\\d{8}(-?\\d{2})?',
  },
  {
    name: 'Kaiser Permanente',
    aliases: ['Kaiser'],
    medical: ['94135', '94134'],
    pattern: '\\d{8,12}',
    hint: 'Your medical record number',
  },
  { name: 'Medi-Cal', aliases: ['California Medicaid'], medical: ['610442'], medicaid: 'CA', ageOut: 'none' },
  { name: 'Moda Health', aliases: ['Moda'], medical: ['13350'], ageOut: 'end_of_year' },
  { name: 'Oregon Health Plan', aliases: ['OHP'], medical: ['ORDHS'], medicaid: 'OR', ageOut: 'none' },
  { name: 'Premera Blue Cross', aliases: ['Premera'], medical: ['00430'], ...blue },
  { name: 'Regence', aliases: ['Regence BlueCross'], medical: ['00851'], ...blue },
  {
    name: 'TRICARE East',
    aliases: ['Tricare'],
    medical: ['TREST'],
    pattern: '\\d{11}|\\d{9}',
    hint: 'Your DoD Benefits Number, on the back of the ID card',
    ageOut: 'day_before_birthday',
  },
  {
    name: 'UnitedHealthcare',
    aliases: ['UHC', 'United'],
    medical: ['87726'],
    dental: ['52133'],
    vision: ['00773'],
    pattern: '9?\\d{9}',
    phone: '+18005550112',
  },
  // the two duplicates
  { name: 'Aetna Inc.', aliases: ['Aetna Student Health'], isElectronic: false, ageOut: 'unknown' },
  { name: 'United Health Care', medical: ['87726', '39026'], isElectronic: false, ageOut: 'unknown' },
  // plan types that requirements mention
  {
    name: 'Christian Care Ministry',
    aliases: ['Medi-Share'],
    isElectronic: false,
    isHealthSharing: true,
    ageOut: 'unknown',
  },
  { name: 'Pivot Health', isElectronic: false, isShortTerm: true, ageOut: 'unknown' },
  { name: 'Bupa Global', aliases: ['Bupa'], isElectronic: false, isForeign: true, ageOut: 'unknown' },
]

/** The defaults of a company. */
const usual = {
  aliases: [],
  medical: [],
  dental: [],
  vision: [],
  pattern: null,
  hint: null,
  ageOut: 'end_of_birth_month',
  phone: null,
  website: null,
  medicaid: null,
  isElectronic: true,
  isHealthSharing: false,
  isShortTerm: false,
  isForeign: false,
} as const

/** The companies as database rows. */
export const companyRows = seedCompanies
  .map((company) => ({ ...usual, ...company }))
  .map((company) => ({
    name: company.name,
    aliases: [...company.aliases],
    medical_payer_ids: [...company.medical],
    dental_payer_ids: [...company.dental],
    vision_payer_ids: [...company.vision],
    is_electronic: company.isElectronic,
    member_id_pattern: company.pattern,
    member_id_hint: company.hint,
    age_out_rule: company.ageOut,
    phone: company.phone,
    website: company.website,
    medicaid_state: company.medicaid,
    is_health_sharing: company.isHealthSharing,
    is_short_term: company.isShortTerm,
    is_foreign: company.isForeign,
  }))

/** Names that students typed because they didn’t find their company. */
export const typedNames = [
  'Northwell Direct',
  'northwell direct',
  'Meritain Health',
  'UMR',
  'Surest',
  'aetna inc.',
] as const
