-- A first picture of a large scan: some thousand triangles that arrive at once, before the whole web mesh.
alter table patient_files add column coarse_mesh_key text;
