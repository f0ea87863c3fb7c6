/** Invented patients' names. */
export const demoNames = {
  first: [
    'Ava', 'Liam', 'Mia', 'Noah', 'Zoe', 'Ethan', 'Chloe', 'Lucas', 'Maya', 'Owen', 'Nina', 'Caleb', 'Iris', 'Jonas', 'Leah', 'Mateo',
    'Freya', 'Hugo', 'Clara', 'Silas', 'Amelie', 'Theo', 'Naomi', 'Rafael', 'Tessa', 'Kofi', 'Yara', 'Emil', 'Sana', 'Dario',
  ],
  last: [
    'Abbott', 'Becker', 'Castillo', 'Dunn', 'Eriksen', 'Farrow', 'Garner', 'Holloway', 'Ibarra', 'Jansen', 'Keller', 'Lowell', 'Moreau',
    'Nakamura', 'Ortega', 'Pruitt', 'Quinn', 'Rossi', 'Sterling', 'Tran', 'Underwood', 'Vance', 'Whitaker', 'Xiong', 'Yates', 'Zimmer',
  ],
} as const
