import { importFields, type ImportField } from '#contract/review/imports/choices.ts'

/** Returns a header for comparison: only letters and digits, without case and accents. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * What universities call the columns of a roster, most certain name first. Case, accents, spaces and
 * punctuation are ignored. Every field’s own name and label work without being listed. Former labels stay in
 * the list, so that files exported earlier can still be imported.
 */
const words: Partial<Record<ImportField, string>> = {
  sid: `
    Student ID, SID, Student Number, Student No, Student Nbr, Student Num, Student ID Number,
    Student Identifier, EMPLID, Empl ID, Banner ID, Colleague ID, PeopleSoft ID, University ID,
    Univ ID, College ID, Campus ID Number, School ID, Person ID, ID Number, ID No, ID,
    SPRIDEN ID, Universal ID, SIS ID, SIS User ID, CWID, Stu ID, Stu Num
  `,
  uid: `
    UID, University Login, University Username, University Login Name, Net ID, Network ID, Username, User Name,
    Login, Login Name, Login ID, SSO ID, Unity ID, Uniqname, Account Name, User ID,
    GOBTPAC External User, GOBTPAC Username
  `,
  first_name: `
    First Name, Student First Name, Legal First Name, Given Name, Forename, First, FName, First Nm,
    Name First,
    SPRIDEN First Name, Legal Name First Name, Legal First, Name First Legal, First Name Legal, Stu First Name
  `,
  last_name: `
    Last Name, Student Last Name, Legal Last Name, Surname, Family Name, Last, LName, Last Nm,
    Name Last,
    SPRIDEN Last Name, Legal Name Last Name, Legal Last, Legal Surname, Last Name Legal, Stu Last Name
  `,
  middle_initial: `
    MI, Middle Initial, Middle Init, Middle, Middle Name, Legal Middle Name, Student Middle Name,
    MName, Name Middle,
    SPRIDEN MI, Legal Name Middle Name, Legal Middle, Middle Name Legal, Middle Nm
  `,
  dob: `
    Date of Birth, DOB, Birth Date, Birthdate, Birthday, Student DOB, Student Date of Birth,
    Student Birth Date, Birth Dt, Date Birth, D O B,
    SPBPERS Birth Date
  `,
  ssn: `
    SSN, Social Security Number, Social Security No, Social Security, Student SSN, SSN/ITIN,
    SSN or ITIN, ITIN, Soc Sec No, Soc Sec Number, Soc Sec, Social, National ID, Tax ID,
    SPBPERS SSN
  `,
  gender: `
    Gender, Sex, Legal Sex, Gender Code, Sex Code, Student Gender, M/F, Gender Identity,
    SPBPERS Sex
  `,
  address_1: `
    Address 1, Address Line 1, Address, Street Address, Street, Street 1, Addr 1, Addr Line 1, Addr, Line 1,
    Address Street, Address Street 1, Street Address 1, Street Line 1, Street Address Line 1, Address Street Line 1,
    SPRADDR Street Line1
  `,
  address_2: `
    Address 2, Address Line 2, Addr 2, Addr Line 2, Street 2, Street Line 2, Street Address 2, Street Address Line 2,
    Line 2, Apartment, Apt, Apt/Unit, Apt No, Unit, Suite, SPRADDR Street Line2
  `,
  city: `
    City, Town, City/Town, SPRADDR City
  `,
  state: `
    State, State/Province, Province, State Code, State Province Region, Region, ST, Stat Code, SPRADDR Stat Code
  `,
  country: `
    Country, Country Code, Country of Residence, Nation, Natn Code, SPRADDR Natn Code
  `,
  zip: `
    ZIP, ZIP Code, Postal Code, ZIP/Postal Code, ZIP+4, Postcode, Post Code, Postal, ZIP Plus 4, SPRADDR ZIP
  `,
  phone: `
    Phone, Phone Number, Phone No, Telephone, Telephone Number, Student Phone, Primary Phone,
    Mobile Phone, Cell Phone, Mobile, Mobile Number, Cell, Cell Number, Home Phone, Preferred Phone,
    Contact Number, Tel,
    SPRTELE Phone Number, Phone Primary, Phone Mobile, Phone Home, Phone1, Phone 1, SMS
  `,
  personal_email: `
    Personal Email, Personal E-mail, Personal Email Address, Email Personal, Private Email,
    Home Email, Other Email, Alternate Email, Alternative Email, Secondary Email,
    Non-University Email,
    Email Primary Home, Email Home, Home Email Address
  `,
  university_email: `
    School Email, University Email, School E-mail, University E-mail, School Email Address,
    University Email Address, College Email, Campus Email, Student Email, Student Email Address,
    Institutional Email, Institution Email, Official Email, Primary Email, Preferred Email,
    Edu Email, Email Address, E-mail Address, Email, E-mail,
    GOREMAL Email Address, Email Institutional, Email Primary Work, Email Work, Email Addr,
    Email School, Email University
  `,
  prior_last_name: `
    Prior Last Name, Previous Last Name, Former Last Name, Maiden Name, Prior Name, Previous Name,
    Former Name, Birth Name, Prior Surname, Previous Surname
  `,
  npi_number: `
    NPI Number, NPI, NPI No, National Provider Identifier, Provider NPI
  `,
  include_dependents: `
    Include Dependents, Includes Dependents, Wants Dependent Coverage, Wants Dependents, Dependents Included, Cover Dependents,
    Has Dependents, Dependents, Dependents Y/N
  `,
  graduation_year: `
    Class Of, Class Year, Grad Year, Graduation Year, Year of Graduation, Expected Graduation Year,
    Anticipated Graduation Year, Graduating Class, Graduating Year, Class
  `,
  program: `
    Program, Academic Program, Program Name, Program of Study, Degree Program, Program Description,
    Course of Study, Field of Study, Curriculum, Major, Degree,
    SGBSTDN Program 1, Primary Program of Study, Acad Prog, Academic Program of Study, Acad Plan
  `,
  campus: `
    Campus, Campus Name, Campus Location, Campus Code, Site, Location,
    SGBSTDN Camp Code
  `,
  rotation_location: `
    Rotation Location, Rotation Site, Clinical Rotation, Clinical Rotation Location, Clinical Site,
    Clinical Location, Rotation
  `,
  expected_start_on: `
    Expected Start, Expected Start Date, Expected Start On, Anticipated Start Date,
    Program Start Date, Program Start, Matriculation Date, Admit Date, Admission Date, Entry Date,
    Start Date
  `,
  expected_graduation_on: `
    Expected Graduation, Expected Graduation Date, Expected Grad Date, Anticipated Graduation Date,
    Anticipated Grad Date, Projected Graduation Date, Expected Completion Date, Graduation Date,
    Grad Date, Completion Date, Program End Date, EGD
  `,
  academic_status: `
    Academic Status, Student Academic Status, Acad Status, Student Status, Academic Stat
  `,
  academic_status_on: `
    Academic Status Date, Academic Status Effective Date, Academic Status As Of, Status Date, Status Effective Date,
    Status Change Date, Student Status Date, Student Status Effective Date, Date of Status Change
  `,
  loa_reason: `
    LOA Reason, Leave Reason, Leave of Absence Reason, Reason for Leave, Reason for LOA,
    Reason for Leave of Absence
  `,
  loa_start_on: `
    LOA Start, LOA Start Date, LOA Begin Date, LOA Begin, LOA From, Leave Start, Leave Start Date,
    Leave of Absence Start, Leave of Absence Start Date, Leave Begin Date, Leave From
  `,
  loa_end_on: `
    LOA End, LOA End Date, LOA To, LOA Until, LOA Return Date, Leave End, Leave End Date,
    Leave of Absence End, Leave of Absence End Date, Leave To, Leave Until, Expected Return Date,
    Return Date
  `,
  disbursement_on: `
    Disbursement, Disbursement Date, Aid Disbursement Date, Financial Aid Disbursement,
    Financial Aid Disbursement Date, Disbursed On, Refund Date
  `,
  benefits_used_on: `
    Benefits Used, Benefits Used On, Benefits Used Since, First Claim, First Claim Date, First Service Date,
    First Date of Service, Claims Since
  `,
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Field → names of its column, most certain first. */
export const headerSynonyms: ReadonlyMap<ImportField, readonly string[]> = new Map(
  importFields.map((field) => [field, namesIn(words[field] ?? '')]),
)

/** Names of columns with whole names, such as “Smith, Ann”, folded. */
export const wholeNames: ReadonlySet<string> = new Set(
  namesIn(`
    Name, Full Name, Student Name, Student Full Name, Student, Legal Name, Full Legal Name, Legal Full Name,
    Primary Name, Sortable Name, Sort Name, Display Name, Last First, Last Name First Name, Last First MI,
    Last First Middle, Last Name First Name MI, Last Name First Name Middle Name, Last Name First Name Middle Initial,
    Name Last First, Name Last First MI, Name Last First Middle, Student Name Last First
  `).map(foldHeader),
)

/** Folded names that mean another field than usual where a more certain column has the usual one. */
export const secondChoices: ReadonlyMap<string, ImportField> = new Map([
  // Canvas: user_id beside login_id
  ['userid', 'sid'],
  // OneRoster
  ['identifier', 'sid'],
])
