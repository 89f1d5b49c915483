import { importFields, type ImportField } from '#contract/imports/choices.ts'

/**
 * What universities call the columns of a roster, most certain name first. Case, accents, spaces and
 * punctuation are ignored. Every field’s own name and label work without being listed. Former labels stay in
 * the list, so that files exported earlier can still be imported.
 */
const words: Partial<Record<ImportField, string>> = {
  sid: `
    Student ID, SID, Student Number, Student No, Student Nbr, Student Num, Student ID Number,
    Student Identifier, EMPLID, Empl ID, Banner ID, Colleague ID, PeopleSoft ID, University ID,
    Univ ID, College ID, Campus ID Number, School ID, Person ID, ID Number, ID No, ID
  `,
  uid: `
    UID, University Login, University Username, University Login Name, Net ID, Network ID, Username, User Name, User ID,
    Login, Login Name, Login ID, SSO ID, Unity ID, Uniqname, Account Name
  `,
  first_name: `
    First Name, Student First Name, Legal First Name, Given Name, Forename, First, FName, First Nm,
    Name First
  `,
  last_name: `
    Last Name, Student Last Name, Legal Last Name, Surname, Family Name, Last, LName, Last Nm,
    Name Last
  `,
  middle_initial: `
    MI, Middle Initial, Middle Init, Middle, Middle Name, Legal Middle Name, Student Middle Name,
    MName, Name Middle
  `,
  dob: `
    Date of Birth, DOB, Birth Date, Birthdate, Birthday, Student DOB, Student Date of Birth,
    Student Birth Date, Birth Dt, Date Birth, D O B
  `,
  ssn: `
    SSN, Social Security Number, Social Security No, Social Security, Student SSN, SSN/ITIN,
    SSN or ITIN, ITIN, Soc Sec No, Soc Sec Number, Soc Sec, Social, National ID, Tax ID
  `,
  gender: `
    Gender, Sex, Legal Sex, Gender Code, Sex Code, Student Gender, M/F, Gender Identity
  `,
  address_1: `
    Address 1, Address Line 1, Address, Street Address, Street, Street 1, Addr 1, Addr,
    Mailing Address, Mailing Address 1, Mailing Address Line 1, Home Address, Home Address 1,
    Local Address, Local Address 1, Permanent Address, Permanent Address 1, Street Line 1
  `,
  address_2: `
    Address 2, Address Line 2, Addr 2, Street 2, Street Line 2, Mailing Address 2,
    Mailing Address Line 2, Home Address 2, Local Address 2, Permanent Address 2, Apartment, Apt,
    Apt/Unit, Apt No, Unit, Suite
  `,
  city: `
    City, Town, City/Town, Mailing City, Home City, Local City, Permanent City
  `,
  state: `
    State, State/Province, Province, State Code, Mailing State, Home State, Local State,
    Permanent State, State Province Region, Region, ST
  `,
  country: `
    Country, Country Code, Mailing Country, Home Country, Country of Residence, Permanent Country,
    Nation
  `,
  zip: `
    ZIP, ZIP Code, Postal Code, ZIP/Postal Code, ZIP+4, Postcode, Post Code, Postal, Mailing ZIP,
    Mailing ZIP Code, Home ZIP, Local ZIP, Permanent ZIP
  `,
  phone: `
    Phone, Phone Number, Phone No, Telephone, Telephone Number, Student Phone, Primary Phone,
    Mobile Phone, Cell Phone, Mobile, Mobile Number, Cell, Cell Number, Home Phone, Preferred Phone,
    Contact Number, Tel
  `,
  personal_email: `
    Personal Email, Personal E-mail, Personal Email Address, Email Personal, Private Email,
    Home Email, Other Email, Alternate Email, Alternative Email, Secondary Email,
    Non-University Email
  `,
  university_email: `
    School Email, University Email, School E-mail, University E-mail, School Email Address,
    University Email Address, College Email, Campus Email, Student Email, Student Email Address,
    Institutional Email, Institution Email, Official Email, Primary Email, Preferred Email,
    Edu Email, Email Address, E-mail Address, Email, E-mail
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
    Course of Study, Field of Study, Curriculum, Major, Degree
  `,
  campus: `
    Campus, Campus Name, Campus Location, Campus Code, Site, Location
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
