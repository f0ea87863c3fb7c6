/** Invented people: common names first, because the generator picks early ones more often. Accents are there on purpose. */
export const firstNames = `
Emma Liam Olivia Noah Ava Ethan Sophia Mason Isabella Logan Mia Lucas Charlotte Jackson Amelia Aiden Harper Oliver Evelyn Jacob
Abigail Elijah Emily Alexander Ella James Scarlett Benjamin Grace Jack Chloe Luke Victoria William Riley Michael Aria Owen Lily
Daniel Aubrey Carter Zoey Gabriel Penelope Henry Lillian Matthew Addison Wyatt Layla Caleb Natalie Jayden Camila Nathan Hannah
Ryan Brooklyn Isaac Zoe Hunter Nora Joshua Leah Christian Savannah Landon Audrey Jonathan Claire Levi Eleanor Jaxon Skylar
Julian Ellie Isaiah Samantha Eli Stella Aaron Paisley Charles Violet Connor Mila Cameron Allison Thomas Alexa Jordan Anna
Jeremiah Hazel Nicholas Aaliyah Evan Ariana Adrian Lucy Gavin Caroline Robert Sarah Brayden Genesis Grayson Kennedy Josiah Sadie
Colton Gabriella Austin Madelyn Angel Adeline Chase Maya Dominic Autumn Kevin Aurora Tyler Piper Brandon Hailey Ian Arianna Jason
Kaylee José Ruby Ayden Serenity Parker Eva Adam Naomi Zachary Nevaeh Nolan Alice Blake Luna Jace Bella Sebastián Quinn Cooper
Lydia Justin Peyton Ryder Melanie Carson Kylie Lincoln Aubree Leo Mackenzie Asher Kinsley Xavier Cora Miles Julia Vincent Taylor
Sawyer Katherine Easton Madeline Damian Gianna Roman Eliana Micah Elena Maxwell Vivian Silas Willow Jonah Reagan Axel Brianna
George Clara Theo Faith Ezra Ashley Bryce Emilia Tristan Isabelle Diego Annabelle Emmett Rylee Weston Valentina Wesley Everly
Kai Hadley Finn Sophie Declan Alexandra Rafael Natalia Zoë Ivy Renée Chloé Andrés María Søren Björn Anaïs Jürgen Núria Åsa`
  .trim()
  .split(/\s+/)

export const lastNames = `
Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor
Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott
Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz
Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed
Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo
Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher
Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera
Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy
Wells Vargas Henry Chen Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder
Mason Dixon Muñoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt
Garza Daniels Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen
Peters Santos Hart Bradley Knight Elliott Cunningham Duncan Armstrong Hudson Carroll Lane Riley Andrews Alvarado Ray Delgado
Berry Perkins Hoffman Johnston Matthews Peña Richards Contreras Willis Carpenter Lawrence Sandoval Guerrero George Chapman Rios
Estrada Ortega Watkins Greene Núñez Wheeler Valdez Harper Burke Larson Santiago Maldonado Morrison Franklin Carlson Austin
Dominguez Carr Lawson Jacobs OBrien Lynch Singh Vega Bishop Montgomery Oliver Jensen Harvey Williamson Gilbert Dean Sims Espinoza
Howell Li Wong Reid Hanson Le McCoy Garrett Burton Fuller Wang Weber Welch Rojas Lucas Marquez Fields Park Yang Little Banks
Padilla Day Walsh Bowman Schultz Luna Fowler Mejía Dávila Köhler Lindqvist Åberg Øster Çelik Žižka Nakamura Okafor Abebe`
  .trim()
  .split(/\s+/)
